package io.lamplighter.balancer.config;

import java.util.List;
import java.util.function.Function;

/**
 * Text with variables, as in {@code log_format} and {@code hash}: literal pieces and variables in order.
 *
 * @param parts the pieces in order
 * @param escape how values of variables are made safe for the place they go to
 */
public record Template(List<Part> parts, Escape escape) {
    public Template {
        parts = List.copyOf(parts);
    }

    /** A piece of a template. */
    public sealed interface Part {}

    /** Text that stands for itself. */
    public record Literal(String text) implements Part {}

    /** A variable, replaced by its value in the session. */
    public record Reference(Variable variable) implements Part {}

    /** {@code escape=} of {@code log_format}. */
    public enum Escape {
        /** Characters below 32, above 126, {@code "} and {@code \} become {@code \xXX}; an empty value becomes {@code -}. */
        DEFAULT,
        /** As inside a JSON string. */
        JSON,
        /** As they are. */
        NONE
    }

    /** The text with every variable replaced, unescaped. */
    public String expand(Function<Variable, String> values) {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            text.append(part instanceof Reference r ? values.apply(r.variable()) : ((Literal) part).text());
        }
        return text.toString();
    }
}
