package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All groups of servers: those of {@code upstream} blocks, and those that a {@code proxy_pass host:port} makes. */
final class Upstreams {
    /** nginx's: eight pages. */
    private static final int LEAST_ZONE_BYTES = 32 * 1024;

    private final Reading reading;
    private final Map<String, UpstreamConfig> byName = new LinkedHashMap<>();
    /** The names of all blocks, also of faulty ones, in lower case; nginx finds them in either case. */
    private final Map<String, String> blockNames = new LinkedHashMap<>();

    Upstreams(Reading reading, Block stream) {
        this.reading = reading;
        UpstreamReader reader = new UpstreamReader(reading, stream);
        stream.all(Directive.UPSTREAM).forEach(upstream -> readBlock(reader, upstream));
        checkZones(stream);
        checkStates(stream);
    }

    /** A file that two groups write would have the servers of the one that wrote last. */
    private void checkStates(Block stream) {
        Set<String> files = new HashSet<>();
        for (Clause upstream : stream.all(Directive.UPSTREAM)) {
            upstream.inside()
                    .first(Directive.STATE)
                    .map(state -> state.argument(0))
                    .filter(file -> !files.add(file.text()))
                    .ifPresent(file -> reading.diagnostics()
                            .fault(
                                    file,
                                    "\"state\" file \"" + file.text() + "\" is that of another upstream already,"
                                            + " each needs its own"));
        }
    }

    /** A zone may have its size in another group; one that has it nowhere is a mistake. */
    private void checkZones(Block stream) {
        List<Clause> zones = stream.all(Directive.UPSTREAM).stream()
                .flatMap(upstream -> upstream.inside().all(Directive.ZONE).stream())
                .toList();
        Set<String> sized = new HashSet<>();
        for (Clause zone : zones) {
            if (zone.arguments().size() > 1) {
                sized.add(zone.argument(0).text());
                checkSize(zone.argument(1));
            }
        }
        for (Clause zone : zones) {
            if (!sized.contains(zone.argument(0).text())) {
                reading.diagnostics()
                        .fault(
                                zone.argument(0),
                                "zone \"" + zone.argument(0).text() + "\" has no size, here or in another upstream");
            }
        }
    }

    private void checkSize(Word size) {
        ValueRule.size(LEAST_ZONE_BYTES)
                .complaint(size.text())
                .ifPresent(expected ->
                        reading.diagnostics().fault(size, "invalid zone size \"" + size.text() + "\", " + expected));
    }

    Map<String, UpstreamConfig> byName() {
        return byName;
    }

    /** Where a {@code proxy_pass} leads, or empty after a fault. */
    Optional<Content> destination(Word address, Word server) {
        return TemplateReader.hasVariables(address.text())
                ? Optional.of(new Content.ToComputed(reading.templates().parse(address)))
                : target(address, server).map(Content.ToUpstream::new);
    }

    private Optional<String> target(Word address, Word directive) {
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
