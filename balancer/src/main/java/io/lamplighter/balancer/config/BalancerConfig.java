package io.lamplighter.balancer.config;

import java.nio.file.Path;
import java.util.List;

/**
 * A whole configuration, checked and immutable: defaults filled in, relative paths resolved, names of servers looked up.
 *
 * @param workerProcesses number of event loops, at least 1; {@code auto} is already the number of cores
 * @param daemon whether the program should detach from its terminal
 * @param pidFile where the process id is written once every listener is bound
 * @param errorLogs where diagnostics go, at least one target
 * @param events how sockets are driven
 * @param stream what is proxied
 */
public record BalancerConfig(
        int workerProcesses,
        boolean daemon,
        Path pidFile,
        List<ErrorLogConfig> errorLogs,
        EventsConfig events,
        StreamConfig stream) {
    public BalancerConfig {
        errorLogs = List.copyOf(errorLogs);
    }
}
