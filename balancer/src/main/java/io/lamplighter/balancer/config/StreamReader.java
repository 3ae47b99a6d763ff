package io.lamplighter.balancer.config;

import io.lamplighter.balancer.variable.Endpoints;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The {@code stream} block → a {@link StreamConfig}. */
final class StreamReader {
    private final Reading reading;

    StreamReader(Reading reading) {
        this.reading = reading;
    }

    StreamConfig read(Block.Clause stream, ErrorLogs programLog) {
        Block block = stream.inside();
        block.all(Directive.MAP).forEach(map -> MapReader.read(reading, map));
        block.all(Directive.GEO).forEach(geo -> GeoReader.read(reading, geo));
        block.all(Directive.SPLIT_CLIENTS).forEach(split -> SplitReader.read(reading, split));
        block.all(Directive.GEOIP2).forEach(geoip -> GeoipReader.read(reading, geoip));
        List<KeyvalZoneConfig> keyvals = KeyvalReader.read(reading, block);
        Upstreams upstreams = new Upstreams(reading, block);
        HealthCheckReader checks = new HealthCheckReader(reading, block);
        List<ServerConfig> servers = servers(stream, new ServerReader(reading, block, upstreams, checks, programLog));
        Optional<LoadReportsConfig> loadReports =
                block.first(Directive.LOAD_REPORTS).flatMap(new LoadReportsReader(reading)::read);
        Optional<ApiConfig> api = block.first(Directive.API).flatMap(this::api);
        reading.templates().checkDefined();
        return new StreamConfig(
                upstreams.byName(), servers, reading.logFiles(), loadReports, checks.checks(), keyvals, api);
    }

    private List<ServerConfig> servers(Block.Clause stream, ServerReader reader) {
        Block block = stream.inside();
        reader.checkInherited();
        List<ServerConfig> servers = block.all(Directive.SERVER).stream()
                .flatMap(server -> reader.read(server).stream())
                .toList();
        if (!block.has(Directive.SERVER) && block.isComplete()) {
            reading.diagnostics().warn(stream.name(), "no \"server\" is defined in \"stream\": nothing is proxied");
        }
        warnOfConflicts(servers);
        TlsListens.check(reading, servers);
        return servers;
    }

    /** Of two servers with one name at one address only the first can be found. */
    private void warnOfConflicts(List<ServerConfig> servers) {
        Set<List<Object>> known = new HashSet<>();
        for (ServerConfig server : servers) {
            for (ListenConfig listen : server.listens()) {
                for (ServerName name : server.names()) {
                    if (!known.add(List.of(listen.address(), listen.udp(), name.pattern()))) {
                        Word at = new Word(
                                name.text(),
                                name.source(),
                                reading.diagnostics().nextOrder());
                        String address = Endpoints.text(listen.address());
                        reading.diagnostics()
                                .warn(
                                        at,
                                        "conflicting server name \"" + name.text() + "\" on " + address + ", ignored");
                    }
                }
            }
        }
    }

    private Optional<ApiConfig> api(Block.Clause api) {
        boolean isWritable = Settings.of(api.inside()).flag(Directive.WRITE);
        Optional<InetSocketAddress> listen = reading.singleListen(api, Directive.API_LISTEN, false);
        if (isWritable && listen.isPresent() && !listen.get().getAddress().isLoopbackAddress()) {
            reading.diagnostics()
                    .warn(
                            api.name(),
                            "\"write on\" lets everyone who can connect here take servers out and set their weights");
        }
        return listen.map(
                address -> new ApiConfig(address, isWritable, api.name().source()));
    }
}
