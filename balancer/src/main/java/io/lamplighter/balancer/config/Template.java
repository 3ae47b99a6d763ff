package io.lamplighter.balancer.config;

import java.nio.charset.StandardCharsets;
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
        /**
         * Bytes below 32 and above 126, {@code "} and {@code \} become {@code \xXX}; an empty value becomes {@code -}. So a
         * line stays one line and its quoted parts stay quoted, whatever a client sends.
         */
        DEFAULT {
            @Override
            void append(StringBuilder line, Variable variable, String value) {
                if (value.isEmpty()) {
                    line.append('-');
                }
                for (int i = 0; i < value.length(); i++) {
                    char c = value.charAt(i);
                    if (c >= ' ' && c <= '~' && c != '"' && c != '\\') {
                        line.append(c);
                    } else if (variable == Variable.BINARY_REMOTE_ADDR || c < 0x80) {
                        appendHex(line, c);
                    } else {
                        // Pairs of surrogates must be encoded together, so the rest goes at once.
                        appendEncoded(line, value.substring(i));
                        return;
                    }
                }
            }
        },
        /** As inside a JSON string; an empty value stays empty. */
        JSON {
            @Override
            void append(StringBuilder line, Variable variable, String value) {
                for (int i = 0; i < value.length(); i++) {
                    appendJson(line, value.charAt(i));
                }
            }
        },
        /** As they are. */
        NONE {
            @Override
            void append(StringBuilder line, Variable variable, String value) {
                line.append(value);
            }
        };

        private static final String HEX = "0123456789ABCDEF";

        abstract void append(StringBuilder line, Variable variable, String value);

        private static void appendEncoded(StringBuilder line, String value) {
            for (byte octet : value.getBytes(StandardCharsets.UTF_8)) {
                if (octet >= ' ' && octet <= '~' && octet != '"' && octet != '\\') {
                    line.append((char) octet);
                } else {
                    appendHex(line, octet & 0xFF);
                }
            }
        }

        private static void appendHex(StringBuilder line, int octet) {
            line.append("\\x").append(HEX.charAt(octet >> 4)).append(HEX.charAt(octet & 0xF));
        }

        private static void appendJson(StringBuilder line, char c) {
            switch (c) {
                case '"', '\\' -> line.append('\\').append(c);
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append("\\t");
                case '\b' -> line.append("\\b");
                case '\f' -> line.append("\\f");
                default -> {
                    if (c < ' ') {
                        line.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xF));
                    } else {
                        line.append(c);
                    }
                }
            }
        }
    }

    /** The text with every variable replaced, unescaped: what {@code hash} works on. */
    public String expand(Function<Variable, String> values) {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            text.append(part instanceof Reference r ? values.apply(r.variable()) : ((Literal) part).text());
        }
        return text.toString();
    }

    /** The text with every variable replaced and escaped: a line of a log. */
    public String render(Function<Variable, String> values) {
        StringBuilder line = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Reference reference) {
                Variable variable = reference.variable();
                escape.append(line, variable, values.apply(variable));
            } else {
                line.append(((Literal) part).text());
            }
        }
        return line.toString();
    }
}
