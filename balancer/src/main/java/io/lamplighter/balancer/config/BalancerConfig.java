package io.lamplighter.balancer.config;

import java.nio.file.Path;

/**
 * A whole configuration, checked and immutable: defaults filled in, relative paths resolved, names of servers looked up.
 *
 * @param workerProcesses number of event loops, at least 1; {@code auto} is already the number of cores
 * @param daemon whether the program should detach from its terminal
 * @param pidFile where the process id is written once every listener is bound
 * @param shutdownTimeoutMs time that sessions have to end after a graceful stop or a reload, milliseconds; 0 for no limit
 * @param errorLog where diagnostics go
 * @param events how sockets are driven
 * @param stream what is proxied
 */
public record BalancerConfig(
        int workerProcesses,
        boolean daemon,
        Path pidFile,
        long shutdownTimeoutMs,
        ErrorLogs errorLog,
        EventsConfig events,
        StreamConfig stream) {
    /** The same with another {@code stream}. */
    public BalancerConfig with(StreamConfig other) {
        return new BalancerConfig(workerProcesses, daemon, pidFile, shutdownTimeoutMs, errorLog, events, other);
    }
}
