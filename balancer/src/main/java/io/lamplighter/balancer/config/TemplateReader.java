package io.lamplighter.balancer.config;

import io.lamplighter.balancer.variable.BuiltIn;
import io.lamplighter.balancer.variable.Defined;
import io.lamplighter.balancer.variable.Definitions;
import io.lamplighter.balancer.variable.Octets;
import io.lamplighter.balancer.variable.Regex;
import io.lamplighter.balancer.variable.Template;
import io.lamplighter.balancer.variable.Template.Group;
import io.lamplighter.balancer.variable.Template.Literal;
import io.lamplighter.balancer.variable.Template.Part;
import io.lamplighter.balancer.variable.Template.Reference;
import io.lamplighter.balancer.variable.Variable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Text with {@code $name}, <code>${name}</code> and {@code $1} → a {@link Template}. A variable may be used above the line that
 * defines it; whether one is defined at all is known only when everything has been read, see {@link #checkDefined}.
 */
final class TemplateReader {
    private static final Pattern VARIABLE = Pattern.compile("\\$(?:\\{([A-Za-z0-9_]*)(}?)|([1-9]|[A-Za-z0-9_]*))");
    private static final Pattern WHOLE_NAME = Pattern.compile("\\$([A-Za-z0-9_]+)");
    private static final Pattern GROUP = Pattern.compile("[1-9]");

    private final Diagnostics diagnostics;
    private final Definitions definitions = new Definitions();
    private final Set<Defined> defined = new HashSet<>();
    private final List<Use> uses = new ArrayList<>();

    private record Use(Word at, Defined variable) {}

    TemplateReader(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
    }

    /** Whether nginx would see a variable in the text. */
    static boolean hasVariables(String text) {
        return text.indexOf('$') >= 0;
    }

    /** A text that may hold variables and groups of regular expressions; faults are reported and leave a part out. */
    Template parse(Word word) {
        List<Part> parts = new ArrayList<>();
        addParts(parts, word);
        return new Template(parts);
    }

    /** The words joined without anything between. */
    Template parse(List<Word> words) {
        List<Part> parts = new ArrayList<>();
        words.forEach(word -> addParts(parts, word));
        return new Template(parts);
    }

    private void addParts(List<Part> parts, Word word) {
        Matcher variable = VARIABLE.matcher(word.text());
        int done = 0;
        while (variable.find()) {
            addLiteral(parts, word.text().substring(done, variable.start()));
            done = variable.end();
            reference(variable, word).ifPresent(parts::add);
        }
        addLiteral(parts, word.text().substring(done));
    }

    private static void addLiteral(List<Part> parts, String text) {
        if (!text.isEmpty()) {
            parts.add(new Literal(Octets.of(text)));
        }
    }

    private Optional<Part> reference(Matcher variable, Word word) {
        boolean isBraced = variable.group(1) != null;
        String name = isBraced ? variable.group(1) : variable.group(3);
        if (isBraced && variable.group(2).isEmpty()) {
            diagnostics.fault(word, "the closing bracket in \"" + name + "\" variable is missing");
            return Optional.empty();
        }
        if (name.isEmpty()) {
            diagnostics.fault(word, "invalid variable name in \"" + word.text() + "\"");
            return Optional.empty();
        }
        return GROUP.matcher(name).matches()
                ? Optional.of(new Group(Integer.parseInt(name)))
                : named(name, word).map(Reference::new);
    }

    /** A word that is the name of a variable, {@code $name}, and nothing else; empty after a fault. */
    Optional<Variable> variable(Word word) {
        return name(word).flatMap(name -> named(name, word));
    }

    private Optional<String> name(Word word) {
        Matcher name = WHOLE_NAME.matcher(word.text());
        if (!name.matches()) {
            diagnostics.fault(word, "invalid variable name \"" + word.text() + "\", it must be a \"$\" and a name");
            return Optional.empty();
        }
        return Optional.of(name.group(1));
    }

    private Optional<Variable> named(String name, Word word) {
        if (isNginxs(name)) {
            return BuiltIns.find(name, word, diagnostics);
        }
        Defined used = definitions.named(name);
        uses.add(new Use(word, used));
        return Optional.of(used);
    }

    private static boolean isNginxs(String name) {
        Optional<BuiltIn> builtIn = BuiltIn.named(name);
        return BuiltIns.isReserved(name)
                || (builtIn.isPresent() && !builtIn.get().isOurs());
    }

    /** The variable that a line defines by its word {@code $name}; empty after a fault. */
    Optional<Defined> define(Word word) {
        return name(word).flatMap(name -> define(name, word));
    }

    private Optional<Defined> define(String name, Word word) {
        if (isNginxs(name)) {
            diagnostics.fault(word, "the duplicate \"" + name + "\" variable: every session has one of that name");
            return Optional.empty();
        }
        Defined variable = definitions.named(name);
        defined.add(variable);
        return Optional.of(variable);
    }

    /** A regular expression, whose named groups define variables; empty after a fault. */
    Optional<Regex> regex(String pcre, boolean ignoresCase, Word word) {
        try {
            return Optional.of(Regex.compile(
                    pcre, ignoresCase, name -> define(name, word).orElseGet(() -> definitions.named(name))));
        } catch (PatternSyntaxException e) {
            diagnostics.fault(
                    word, "invalid regular expression \"" + pcre + "\": " + e.getDescription() + " at " + e.getIndex());
            return Optional.empty();
        }
    }

    /** Completes what no line defines with what every session has of that name, and reports what is then still unknown. */
    void checkDefined() {
        for (Use use : uses) {
            if (!defined.contains(use.variable)) {
                BuiltIn.named(use.variable.name())
                        .ifPresentOrElse(
                                ours -> use.variable.define(ours::value, true),
                                () -> diagnostics.fault(use.at, "unknown \"" + use.variable.name() + "\" variable"));
            }
        }
    }
}
