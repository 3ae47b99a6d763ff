package io.lamplighter.balancer.variable;

import io.lamplighter.balancer.variable.Template.Literal;
import io.lamplighter.balancer.variable.Template.Part;
import org.jspecify.annotations.Nullable;

/**
 * A {@code log_format}: a template whose values are made safe for the place they go to.
 *
 * @param template the line, without its end
 * @param escape how values are made safe
 */
public record LogLine(Template template, Escape escape) {
    private static final String HEX = "0123456789ABCDEF";

    /** {@code escape=} of {@code log_format}. */
    public enum Escape {
        /**
         * Octets below 32 and above 126, {@code "} and {@code \} become {@code \xXX}; a lack of a value becomes {@code -}. So a
         * line stays one line and its quoted parts stay quoted, whatever a client sends.
         */
        DEFAULT {
            @Override
            void append(StringBuilder line, @Nullable String value) {
                if (value == null) {
                    line.append('-');
                    return;
                }
                for (int i = 0; i < value.length(); i++) {
                    char c = value.charAt(i);
                    if (c >= ' ' && c <= '~' && c != '"' && c != '\\') {
                        line.append(c);
                    } else {
                        line.append("\\x").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xF));
                    }
                }
            }
        },
        /** As inside a JSON string. */
        JSON {
            @Override
            void append(StringBuilder line, @Nullable String value) {
                for (int i = 0; value != null && i < value.length(); i++) {
                    appendJson(line, value.charAt(i));
                }
            }
        },
        /** As they are. */
        NONE {
            @Override
            void append(StringBuilder line, @Nullable String value) {
                line.append(value == null ? "" : value);
            }
        };

        abstract void append(StringBuilder line, @Nullable String value);
    }

    /** The octets of the line for a session. */
    public String render(Values session) {
        StringBuilder line = new StringBuilder();
        for (Part part : template.parts()) {
            if (part instanceof Literal literal) {
                line.append(literal.octets());
            } else {
                escape.append(line, part.value(session));
            }
        }
        return line.toString();
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
