package io.lamplighter.balancer.config;

import java.util.Locale;

/**
 * One thing that is wrong with a configuration, or that deserves a warning.
 *
 * @param severity whether the configuration is refused because of it
 * @param source where it is wrong; {@link Source#NONE} when that is no line of a file
 * @param message one line: what was found and what was expected
 */
public record Fault(Severity severity, Source source, String message) {
    /** nginx's names of levels, as far as the loader uses them. */
    public enum Severity {
        /** The configuration is loaded all the same. */
        WARN,
        /** The configuration is refused. */
        EMERG
    }

    /** The line as nginx would print it: {@code lamplighter: [emerg] unknown directive "x" in lamplighter.conf:3}. */
    @Override
    public String toString() {
        String level = severity.name().toLowerCase(Locale.ROOT);
        String place = source.equals(Source.NONE) ? "" : " in " + source;
        return "lamplighter: [" + level + "] " + message + place;
    }
}
