package io.lamplighter.balancer.config;

import java.util.List;

/**
 * The {@code error_log} lines that hold in one place.
 *
 * @param name tells them from those of other places; empty for those of the whole program
 * @param targets where messages go, side by side, at least one
 */
public record ErrorLogs(String name, List<ErrorLogConfig> targets) {
    public ErrorLogs {
        targets = List.copyOf(targets);
    }

    /** Those of the whole program. */
    public static ErrorLogs ofProgram(List<ErrorLogConfig> targets) {
        return new ErrorLogs("", targets);
    }
}
