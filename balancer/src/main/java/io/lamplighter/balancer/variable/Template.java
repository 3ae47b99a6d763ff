package io.lamplighter.balancer.variable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Text with variables, read once and written for each session: literal pieces, variables and groups of the last regular
 * expression that matched, in order.
 */
public final class Template {
    /** Nothing. */
    public static final Template EMPTY = new Template(List.of());

    private final List<Part> parts;

    /** A piece of a template. */
    public sealed interface Part {
        /** What it comes to; null for a variable without a value. */
        @Nullable
        String value(Values session);
    }

    /** Octets that stand for themselves. */
    public record Literal(String octets) implements Part {
        @Override
        public String value(Values session) {
            return octets;
        }
    }

    /** A variable, replaced by its value in the session. */
    public record Reference(Variable variable) implements Part {
        @Override
        public @Nullable String value(Values session) {
            return variable.value(session);
        }
    }

    /** {@code $1} to {@code $9}. */
    public record Group(int number) implements Part {
        @Override
        public @Nullable String value(Values session) {
            return session.group(number);
        }
    }

    /** @param parts in order; literal pieces next to each other become one */
    public Template(List<? extends Part> parts) {
        List<Part> merged = new ArrayList<>();
        for (Part part : parts) {
            Part last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (last instanceof Literal before && part instanceof Literal literal) {
                merged.set(merged.size() - 1, new Literal(before.octets + literal.octets));
            } else {
                merged.add(part);
            }
        }
        this.parts = List.copyOf(merged);
    }

    /** A template that is a text as it stands. */
    public static Template literal(String text) {
        return new Template(List.of(new Literal(Octets.of(text))));
    }

    public List<Part> parts() {
        return parts;
    }

    /** The octets, if they are the same for every session. */
    public Optional<String> constant() {
        if (parts.isEmpty()) {
            return Optional.of("");
        }
        return parts.size() == 1 && parts.get(0) instanceof Literal literal
                ? Optional.of(literal.octets)
                : Optional.empty();
    }

    /** The octets for a session; a variable without a value leaves nothing. */
    public String expand(Values session) {
        if (parts.size() == 1) {
            return orEmpty(parts.get(0).value(session));
        }
        StringBuilder octets = new StringBuilder();
        for (Part part : parts) {
            octets.append(orEmpty(part.value(session)));
        }
        return octets.toString();
    }

    private static String orEmpty(@Nullable String value) {
        return value == null ? "" : value;
    }

    /** Configurations are compared by what they say. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Template template && parts.equals(template.parts);
    }

    @Override
    public int hashCode() {
        return parts.hashCode();
    }

    @Override
    public String toString() {
        return parts.toString();
    }
}
