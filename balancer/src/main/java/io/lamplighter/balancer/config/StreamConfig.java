package io.lamplighter.balancer.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The {@code stream} block.
 *
 * @param upstreams every group of servers by name, in file order; a {@code proxy_pass host:port} that names no group makes
 *     one of its own, named as written
 * @param servers the {@code server} blocks in file order
 * @param logFiles files that any {@code access_log} names, also one that another overrides: they are there from the start
 * @param loadReports where node agents report; empty when nobody listens for them
 * @param healthChecks how servers are asked whether they can serve
 * @param keyvals tables of values that are changed while it is in force
 * @param api where the state is shown over HTTP; empty when nowhere
 */
public record StreamConfig(
        Map<String, UpstreamConfig> upstreams,
        List<ServerConfig> servers,
        Set<Path> logFiles,
        Optional<LoadReportsConfig> loadReports,
        List<HealthCheckConfig> healthChecks,
        List<KeyvalZoneConfig> keyvals,
        Optional<ApiConfig> api) {
    public StreamConfig {
        // Not Map.copyOf: file order is what users expect to see again in the state and in the logs.
        upstreams = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(upstreams));
        servers = List.copyOf(servers);
        logFiles = Set.copyOf(logFiles);
        healthChecks = List.copyOf(healthChecks);
        keyvals = List.copyOf(keyvals);
    }

    /** Without what only some configurations have. */
    public StreamConfig(
            Map<String, UpstreamConfig> upstreams,
            List<ServerConfig> servers,
            Set<Path> logFiles,
            Optional<LoadReportsConfig> loadReports,
            Optional<ApiConfig> api) {
        this(upstreams, servers, logFiles, loadReports, List.of(), List.of(), api);
    }

    /** The same with other groups. */
    public StreamConfig with(Map<String, UpstreamConfig> others) {
        return new StreamConfig(others, servers, logFiles, loadReports, healthChecks, keyvals, api);
    }

    /** The same at other addresses. */
    public StreamConfig at(
            List<ServerConfig> otherServers, Optional<LoadReportsConfig> otherReports, Optional<ApiConfig> otherApi) {
        return new StreamConfig(upstreams, otherServers, logFiles, otherReports, healthChecks, keyvals, otherApi);
    }
}
