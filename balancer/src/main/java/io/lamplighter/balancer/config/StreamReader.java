package io.lamplighter.balancer.config;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/** The {@code stream} block → a {@link StreamConfig}. */
final class StreamReader {
    private final Reading reading;

    StreamReader(Reading reading) {
        this.reading = reading;
    }

    StreamConfig read(Block.Clause stream) {
        Block block = stream.inside();
        Upstreams upstreams = new Upstreams(reading, block);
        List<ServerConfig> servers = servers(stream, upstreams);
        Optional<LoadReportsConfig> loadReports =
                block.first(Directive.LOAD_REPORTS).flatMap(new LoadReportsReader(reading)::read);
        Optional<ApiConfig> api = block.first(Directive.API).flatMap(this::api);
        return new StreamConfig(upstreams.byName(), servers, loadReports, api);
    }

    private List<ServerConfig> servers(Block.Clause stream, Upstreams upstreams) {
        Block block = stream.inside();
        AccessLogReader accessLogs = new AccessLogReader(reading, block);
        ServerReader reader = new ServerReader(reading, block, upstreams, accessLogs);
        reader.checkInherited();
        List<ServerConfig> servers = block.all(Directive.SERVER).stream()
                .flatMap(server -> reader.read(server).stream())
                .toList();
        if (!block.has(Directive.SERVER) && block.isComplete()) {
            reading.diagnostics().warn(stream.name(), "no \"server\" is defined in \"stream\": nothing is proxied");
        }
        return servers;
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
