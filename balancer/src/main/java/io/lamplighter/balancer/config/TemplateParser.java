package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Template.Escape;
import io.lamplighter.balancer.config.Template.Literal;
import io.lamplighter.balancer.config.Template.Part;
import io.lamplighter.balancer.config.Template.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text with {@code $name} and <code>${name}</code> → a {@link Template}. */
final class TemplateParser {
    private static final Pattern VARIABLE = Pattern.compile("\\$(?:\\{([A-Za-z0-9_]*)(}?)|([A-Za-z0-9_]*))");

    private final Diagnostics diagnostics;

    TemplateParser(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
    }

    /** Whether nginx would see a variable in the text. */
    static boolean hasVariables(String text) {
        return text.indexOf('$') >= 0;
    }

    /** The words joined without anything between; faults are reported and leave a part out. */
    Template parse(List<Word> words, Escape escape) {
        List<Part> parts = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        for (Word word : words) {
            Matcher variable = VARIABLE.matcher(word.text());
            int done = 0;
            while (variable.find()) {
                literal.append(word.text(), done, variable.start());
                done = variable.end();
                reference(variable, word).ifPresent(reference -> {
                    flush(literal, parts);
                    parts.add(reference);
                });
            }
            literal.append(word.text(), done, word.text().length());
        }
        flush(literal, parts);
        return new Template(parts, escape);
    }

    private static void flush(StringBuilder literal, List<Part> parts) {
        if (!literal.isEmpty()) {
            parts.add(new Literal(literal.toString()));
            literal.setLength(0);
        }
    }

    private Optional<Reference> reference(Matcher variable, Word word) {
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
        Optional<Variable> known = Variable.named(name);
        if (known.isEmpty()) {
            diagnostics.fault(word, "unknown \"" + name + "\" variable");
        }
        return known.map(Reference::new);
    }
}
