package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.variable.BuiltIn;
import io.lamplighter.balancer.variable.Cidr;
import io.lamplighter.balancer.variable.GeoNetworks;
import io.lamplighter.balancer.variable.GeoRanges;
import io.lamplighter.balancer.variable.GeoTable;
import io.lamplighter.balancer.variable.Octets;
import io.lamplighter.balancer.variable.Variable;
import java.util.List;
import java.util.Optional;

/** A {@code geo} block → the definition of its variable. */
final class GeoReader {
    private final Reading reading;
    private final GeoNetworks networks = new GeoNetworks();
    private final GeoRanges ranges = new GeoRanges();
    private Optional<String> fallback = Optional.empty();
    private boolean hasNetworks;
    private boolean isOfRanges;
    private boolean isVolatile;

    private GeoReader(Reading reading) {
        this.reading = reading;
    }

    static void read(Reading reading, Clause geo) {
        new GeoReader(reading).read(geo);
    }

    private void read(Clause geo) {
        List<Word> arguments = geo.arguments();
        Optional<Variable> source = arguments.size() > 1
                ? reading.templates().variable(arguments.get(0))
                : Optional.of(BuiltIn.REMOTE_ADDR);
        geo.lines().forEach(this::readLine);
        GeoTable.Addresses addresses = isOfRanges ? ranges : networks;
        reading.templates()
                .define(arguments.get(arguments.size() - 1))
                .ifPresent(variable -> variable.define(
                        new GeoTable(source.orElse(BuiltIn.REMOTE_ADDR), addresses, fallback.orElse("")), isVolatile));
    }

    private void readLine(Statement line) {
        Word key = line.name();
        if (line.arguments().isEmpty() && key.text().equals("ranges")) {
            if (hasNetworks) {
                reading.diagnostics().fault(key, "\"ranges\" must be the first line of a \"geo\" block");
            }
            isOfRanges = true;
        } else if (line.arguments().isEmpty() && key.text().equals("volatile")) {
            isVolatile = true;
        } else if (reading.isPair(line, "geo")) {
            readPair(key, line.arguments().get(0));
        }
    }

    private void readPair(Word key, Word value) {
        String octets = Octets.of(value.text());
        if (key.text().equals("default")) {
            fallback.ifPresent(old -> warnOfChange(key, "default value", octets, old));
            fallback = Optional.of(octets);
        } else if (key.text().equals("delete")) {
            delete(value);
        } else if (isOfRanges) {
            addRange(key, octets);
        } else {
            hasNetworks = true;
            network(key).ifPresent(network -> {
                String old = networks.put(network, octets);
                if (old != null) {
                    warnOfChange(key, "network \"" + key.text() + "\"", octets, old);
                }
            });
        }
    }

    private void addRange(Word key, String value) {
        Optional<GeoRanges.Range> range = range(key, value);
        if (range.isEmpty()) {
            return;
        }
        switch (ranges.add(range.get())) {
            case DONE -> {}
            case REPLACED ->
                reading.diagnostics().warn(key, "duplicate range \"" + key.text() + "\", the last one counts");
            case CROSSES ->
                reading.diagnostics()
                        .fault(key, "range \"" + key.text() + "\" overlaps another one, it may only lie within one");
        }
    }

    private void delete(Word what) {
        boolean isKnown = isOfRanges
                ? range(what, "").map(ranges::remove).orElse(true)
                : network(what).map(networks::remove).orElse(true);
        if (!isKnown) {
            reading.diagnostics().warn(what, "there is no \"" + what.text() + "\" above to delete");
        }
    }

    private Optional<GeoRanges.Range> range(Word word, String value) {
        Optional<GeoRanges.Range> range = GeoRanges.Range.parse(word.text(), value);
        if (range.isEmpty()) {
            reading.diagnostics()
                    .fault(
                            word,
                            "invalid range \"" + word.text()
                                    + "\", it must be two IPv4 addresses with a \"-\" between");
        }
        return range;
    }

    private Optional<Cidr> network(Word word) {
        return reading.network(word);
    }

    private void warnOfChange(Word at, String what, String value, String old) {
        reading.diagnostics().warn(at, "duplicate " + what + ", value: \"" + value + "\", old value: \"" + old + "\"");
    }
}
