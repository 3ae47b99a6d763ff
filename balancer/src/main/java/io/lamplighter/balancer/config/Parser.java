package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Lexer.Token;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Text → a tree of statements, with every {@code include} replaced by what the files hold. After a mistake it goes on where
 * the next statement may begin, so that the rest of the file is checked as well.
 *
 * <p>Blocks are kept on a stack of its own, not on the thread's: text can nest as deep as it likes.
 */
final class Parser {
    private static final String INCLUDE = "include";
    private static final String COMMAND_LINE = "command line";

    private final SourceFiles files;
    private final Diagnostics diagnostics;
    /** What relative includes begin at: nginx's prefix of the configuration, wherever the including file lies. */
    private final Path confDirectory;
    /** The files that are being read, outermost first: as named, and where they really are. */
    private final Deque<OpenFile> including = new ArrayDeque<>();

    private record OpenFile(Path named, Path real) {}

    /** An open block: what stands before its brace (nothing for a lone brace), and what was found in it so far. */
    private record Frame(List<Word> head, List<Statement> inside, boolean isKnown) {}

    Parser(SourceFiles files, Diagnostics diagnostics, Path confDirectory) {
        this.files = files;
        this.diagnostics = diagnostics;
        this.confDirectory = confDirectory;
    }

    /** The text of the option {@code -g}, which holds no blocks. */
    List<Statement> parseGlobals(String text) {
        return parse(new Lexer(text, new Source(COMMAND_LINE, 0), diagnostics), true);
    }

    /** A file and what it includes; empty when it cannot be read. */
    List<Statement> parseFile(Path file) {
        return parseFile(file, null);
    }

    private List<Statement> parseFile(Path file, @Nullable Word at) {
        Optional<String> text = files.readConfig(file, at);
        if (text.isEmpty()) {
            return List.of();
        }
        including.addLast(new OpenFile(file, real(file)));
        List<Statement> statements = parse(new Lexer(text.get(), new Source(file.toString(), 1), diagnostics), false);
        including.removeLast();
        return statements;
    }

    private List<Statement> parse(Lexer lexer, boolean isCommandLine) {
        Deque<Frame> open = new ArrayDeque<>();
        open.push(new Frame(List.of(), new ArrayList<>(), true));
        List<Word> words = new ArrayList<>();
        Token token = lexer.next();
        while (token.kind() != Lexer.Kind.END) {
            switch (token.kind()) {
                case SEMICOLON -> endStatement(open.element(), words, token.word());
                case OPEN -> openBlock(open, words, token.word(), isCommandLine);
                case CLOSE -> closeBlock(open, words, token.word());
                default -> words.add(token.word());
            }
            if (token.kind() != Lexer.Kind.WORD) {
                words = new ArrayList<>();
            }
            token = lexer.next();
        }
        if (!lexer.isCut()) {
            reportEnd(open, words, token.word(), isCommandLine);
        }
        return closeAll(open);
    }

    private void endStatement(Frame frame, List<Word> words, Word semicolon) {
        if (words.isEmpty()) {
            unexpected(semicolon);
            return;
        }
        Word name = words.get(0);
        List<Word> arguments = words.subList(1, words.size());
        if (name.text().equals(INCLUDE) && arguments.size() == 1) {
            if (frame.isKnown) {
                frame.inside.addAll(include(arguments.get(0)));
            }
        } else {
            frame.inside.add(new Statement(name, arguments, null));
        }
    }

    private void openBlock(Deque<Frame> open, List<Word> words, Word brace, boolean isCommandLine) {
        if (words.isEmpty()) {
            unexpected(brace);
        } else if (isCommandLine) {
            diagnostics.fault(words.get(0), "block directives are not supported in -g option");
        }
        boolean isKnown = !words.isEmpty()
                && open.element().isKnown
                && Directive.isBlock(words.get(0).text());
        open.push(new Frame(words, new ArrayList<>(), isKnown));
    }

    private void closeBlock(Deque<Frame> open, List<Word> words, Word brace) {
        if (!words.isEmpty()) {
            // Most likely a semicolon is missing; the statement is kept, or its lack would be reported as well.
            unexpected(brace);
            endStatement(open.element(), words, brace);
        }
        if (open.size() == 1) {
            unexpected(brace);
        } else {
            close(open);
        }
    }

    private static void close(Deque<Frame> open) {
        Frame frame = open.pop();
        if (!frame.head.isEmpty()) {
            List<Word> arguments = frame.head.subList(1, frame.head.size());
            open.element().inside.add(new Statement(frame.head.get(0), arguments, frame.inside));
        }
    }

    private static List<Statement> closeAll(Deque<Frame> open) {
        while (open.size() > 1) {
            close(open);
        }
        return open.element().inside;
    }

    private void unexpected(Word mark) {
        diagnostics.syntaxFault(mark.source(), "unexpected \"" + mark.text() + "\"");
    }

    private void reportEnd(Deque<Frame> open, List<Word> words, Word end, boolean isCommandLine) {
        if (!words.isEmpty()) {
            String expected = isCommandLine
                    ? "unexpected end of parameter, expecting \";\""
                    : "unexpected end of file, expecting \";\" or \"}\"";
            diagnostics.syntaxFault(end.source(), expected + " after " + place(words));
        } else if (open.size() > 1) {
            String opened = open.element().head.isEmpty() ? "" : " for " + place(open.element().head);
            diagnostics.syntaxFault(end.source(), "unexpected end of file, expecting \"}\"" + opened);
        }
    }

    private static String place(List<Word> words) {
        Word name = words.get(0);
        String line =
                name.source().line() == 0 ? "" : " of line " + name.source().line();
        return "\"" + name.text() + "\"" + line;
    }

    private List<Statement> include(Word pattern) {
        Optional<Path> path = files.resolve(confDirectory, pattern);
        if (path.isEmpty()) {
            return List.of();
        }
        List<Statement> statements = new ArrayList<>();
        for (Path file : matches(path.get(), pattern)) {
            if (isBeingRead(file)) {
                reportCycle(file, pattern);
            } else {
                statements.addAll(parseFile(file, pattern));
            }
        }
        return statements;
    }

    private List<Path> matches(Path path, Word at) {
        if (!IncludeGlob.isGlob(path.toString())) {
            return List.of(path);
        }
        try {
            return IncludeGlob.expand(path);
        } catch (IOException e) {
            diagnostics.fault(at, "glob() \"" + path + "\" failed (" + FileErrors.reason(e) + ")");
            return List.of();
        }
    }

    private boolean isBeingRead(Path file) {
        Path real = real(file);
        return including.stream().anyMatch(open -> open.real.equals(real));
    }

    private void reportCycle(Path file, Word at) {
        StringBuilder chain = new StringBuilder("include cycle: ");
        Path real = real(file);
        Iterator<OpenFile> open = including.iterator();
        boolean isInCycle = false;
        while (open.hasNext()) {
            OpenFile next = open.next();
            isInCycle = isInCycle || next.real.equals(real);
            if (isInCycle) {
                chain.append('"').append(next.named).append("\" includes ");
            }
        }
        diagnostics.fault(at, chain.append('"').append(file).append('"').toString());
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            // It cannot be opened either, which is reported then.
            return file.toAbsolutePath().normalize();
        }
    }
}
