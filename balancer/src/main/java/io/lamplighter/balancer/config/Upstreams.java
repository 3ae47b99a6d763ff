package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** All groups of servers: those of {@code upstream} blocks, and those that a {@code proxy_pass host:port} makes. */
final class Upstreams {
    private final Reading reading;
    private final Map<String, UpstreamConfig> byName = new LinkedHashMap<>();
    /** The names of all blocks, also of faulty ones, in lower case; nginx finds them in either case. */
    private final Map<String, String> blockNames = new LinkedHashMap<>();

    Upstreams(Reading reading, Block stream) {
        this.reading = reading;
        UpstreamReader reader = new UpstreamReader(reading, stream.has(Directive.LOAD_REPORTS));
        stream.all(Directive.UPSTREAM).forEach(upstream -> readBlock(reader, upstream));
    }

    Map<String, UpstreamConfig> byName() {
        return byName;
    }

    /** The name of the group that a {@code proxy_pass} means, or empty after a fault. */
    Optional<String> target(Word address, Word directive) {
        if (TemplateParser.hasVariables(address.text())) {
            reading.diagnostics()
                    .fault(address, "variables are not supported in \"proxy_pass\", found \"" + address.text() + "\"");
            return Optional.empty();
        }
        String blockName = blockNames.get(lowerCase(address.text()));
        if (blockName != null) {
            return Optional.of(blockName);
        }
        int colon = address.text().lastIndexOf(':');
        String host = colon < 0 ? address.text() : address.text().substring(0, colon);
        if (colon >= 0 && blockNames.containsKey(lowerCase(host))) {
            reading.diagnostics()
                    .fault(
                            address,
                            "upstream \"" + host + "\" may not have port "
                                    + address.text().substring(colon + 1));
            return Optional.empty();
        }
        return implicit(address, directive);
    }

    private Optional<String> implicit(Word address, Word directive) {
        String name = address.text();
        if (!byName.containsKey(name)) {
            UpstreamServerReader.plain(reading, address, directive.source())
                    .ifPresent(server -> byName.put(
                            name,
                            new UpstreamConfig(
                                    name,
                                    new BalancingMethod.RoundRobin(),
                                    List.of(server),
                                    Optional.empty(),
                                    directive.source())));
        }
        return byName.containsKey(name) ? Optional.of(name) : Optional.empty();
    }

    private void readBlock(UpstreamReader reader, Clause upstream) {
        Word name = upstream.argument(0);
        if (blockNames.putIfAbsent(lowerCase(name.text()), name.text()) != null) {
            reading.diagnostics().fault(name, "duplicate upstream \"" + name.text() + "\"");
        }
        reader.read(upstream).ifPresent(config -> byName.putIfAbsent(config.name(), config));
    }

    private static String lowerCase(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
