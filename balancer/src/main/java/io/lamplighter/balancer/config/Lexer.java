package io.lamplighter.balancer.config;

/**
 * Cuts text into words and the marks {@code ; { }}, by nginx's rules:
 *
 * <ul>
 *   <li>a word ends at a blank, {@code ;} or <code>{</code>; quotes around it keep all three as they are;
 *   <li>{@code \t}, {@code \r} and {@code \n} are a tab, a return and a line feed, {@code \"}, {@code \'} and {@code \\} the
 *       character itself; any other backslash stays in the word, but keeps the next character from ending it;
 *   <li><code>${</code> does not open a block; {@code #} begins a comment only where a word could begin;
 *   <li>after a closing quote a blank, {@code ;}, <code>{</code> or {@code )} must follow.
 * </ul>
 *
 * <p>Unlike nginx it refuses characters that cannot be seen, such as a no-break space, instead of making them part of a
 * word, and passes over a byte order mark at the start of a file.
 */
final class Lexer {
    /** What a token is. */
    enum Kind {
        WORD,
        SEMICOLON,
        OPEN,
        CLOSE,
        END
    }

    /** A token; {@code word} is its text and place whatever its kind. */
    record Token(Kind kind, Word word) {}

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final String text;
    private final Source first;
    private final Diagnostics diagnostics;
    private int position;
    private int line;
    private int lineStart;
    private boolean isCut;

    /** @param first where the text begins; when its line is 0 the text has no lines, as an option has none */
    Lexer(String text, Source first, Diagnostics diagnostics) {
        this.text = text;
        this.first = first;
        this.diagnostics = diagnostics;
        this.line = first.line();
        if (!text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
            position = 1;
        }
    }

    /** Whether the text ended inside quotes, which has been reported. */
    boolean isCut() {
        return isCut;
    }

    Token next() {
        skipBlanksAndComments();
        if (isAtEnd()) {
            return new Token(Kind.END, wordAt(here(), ""));
        }
        return switch (text.charAt(position)) {
            case ';' -> mark(Kind.SEMICOLON);
            case '{' -> mark(Kind.OPEN);
            case '}' -> mark(Kind.CLOSE);
            case '"', '\'' -> quoted();
            default -> bare();
        };
    }

    private Token mark(Kind kind) {
        Token token = new Token(kind, wordAt(here(), text.substring(position, position + 1)));
        advance();
        return token;
    }

    private Token bare() {
        Source start = here();
        int from = position;
        boolean isVariable = false;
        boolean isClean = true;
        while (!isAtEnd()) {
            char c = text.charAt(position);
            if (isBlank(c) || c == ';' || (c == '{' && !isVariable)) {
                break;
            }
            isClean = isClean && checkCharacter(false);
            isVariable = c == '$' || c == '{';
            skipEscape(c);
            advance();
        }
        return new Token(Kind.WORD, wordAt(start, unescape(text.substring(from, position))));
    }

    private Token quoted() {
        Source start = here();
        char quote = text.charAt(position);
        advance();
        int from = position;
        boolean isClean = true;
        while (!isAtEnd() && text.charAt(position) != quote) {
            isClean = isClean && checkCharacter(true);
            skipEscape(text.charAt(position));
            advance();
        }
        if (isAtEnd()) {
            isCut = true;
            diagnostics.syntaxFault(start, "unexpected end of file, missing terminating \"" + quote + "\" character");
            return new Token(Kind.END, wordAt(start, ""));
        }
        String inside = unescape(text.substring(from, position));
        advance();
        checkAfterQuote();
        return new Token(Kind.WORD, wordAt(start, inside));
    }

    private void checkAfterQuote() {
        if (isAtEnd()) {
            return;
        }
        char c = text.charAt(position);
        if (!isBlank(c) && c != ';' && c != '{' && c != ')') {
            diagnostics.syntaxFault(here(), "unexpected \"" + Character.toString(text.codePointAt(position)) + "\"");
        }
    }

    private void skipEscape(char c) {
        if (c == '\\' && position + 1 < text.length()) {
            advance();
        }
    }

    private boolean checkCharacter(boolean isQuoted) {
        int c = text.codePointAt(position);
        if (!isForbidden(c, isQuoted)) {
            return true;
        }
        String name = c == 0xFFFD ? "or a byte that is not UTF-8" : Character.getName(c);
        diagnostics.syntaxFault(
                here(), "unexpected character U+%04X (%s) in column %d".formatted(c, name, position - lineStart + 1));
        return false;
    }

    private static boolean isForbidden(int c, boolean isQuoted) {
        if (c == 0 || c == 0xFFFD) {
            return true;
        }
        return !isQuoted && (Character.isISOControl(c) || Character.isSpaceChar(c) || isInvisible(c));
    }

    private static boolean isInvisible(int c) {
        return Character.getType(c) == Character.FORMAT;
    }

    private void skipBlanksAndComments() {
        boolean isComment = false;
        while (!isAtEnd()) {
            char c = text.charAt(position);
            if (c == '#') {
                isComment = true;
            } else if (c == '\n') {
                isComment = false;
            } else if (!isComment && !isBlank(c)) {
                return;
            }
            advance();
        }
    }

    private void advance() {
        if (text.charAt(position++) == '\n' && first.line() > 0) {
            line++;
            lineStart = position;
        }
    }

    private boolean isAtEnd() {
        return position >= text.length();
    }

    private Source here() {
        return new Source(first.file(), line);
    }

    private Word wordAt(Source source, String wordText) {
        return new Word(wordText, source, diagnostics.nextOrder());
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }

    private static String unescape(String raw) {
        if (raw.indexOf('\\') < 0) {
            return raw;
        }
        StringBuilder word = new StringBuilder(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            int meant = c == '\\' && i + 1 < raw.length() ? meaningAfterBackslash(raw.charAt(i + 1)) : -1;
            word.append(meant < 0 ? c : (char) meant);
            i += meant < 0 ? 0 : 1;
        }
        return word.toString();
    }

    private static int meaningAfterBackslash(char c) {
        return switch (c) {
            case '"', '\'', '\\' -> c;
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'n' -> '\n';
            default -> -1;
        };
    }
}
