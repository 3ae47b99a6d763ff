package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.config.KeyvalZoneConfig.KeyType;
import io.lamplighter.balancer.variable.KeyvalLookup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** {@code keyval_zone} and {@code keyval} → {@link KeyvalZoneConfig}s. */
final class KeyvalReader {
    private static final String ZONE = "zone=";
    private static final String STATE = "state=";
    private static final String TYPE = "type=";
    /** nginx's least: eight pages. */
    private static final int LEAST_ZONE_BYTES = 32 * 1024;

    private final Reading reading;
    private final Map<String, KeyvalZoneConfig> zones = new LinkedHashMap<>();

    private KeyvalReader(Reading reading) {
        this.reading = reading;
    }

    static List<KeyvalZoneConfig> read(Reading reading, Block stream) {
        KeyvalReader reader = new KeyvalReader(reading);
        stream.all(Directive.KEYVAL_ZONE).forEach(reader::readZone);
        stream.all(Directive.KEYVAL).forEach(reader::readVariable);
        return List.copyOf(reader.zones.values());
    }

    private void readZone(Clause clause) {
        Word word = clause.argument(0);
        String[] parts = word.text().startsWith(ZONE) ? word.after(ZONE).text().split(":", -1) : new String[0];
        if (parts.length != 2 || parts[0].isEmpty()) {
            reading.invalidParameter(word, "it must be zone=name:size");
            return;
        }
        long size = reading.parameter(word, ZONE + parts[0] + ":", ValueRule.size(LEAST_ZONE_BYTES));
        KeyType type = KeyType.STRING;
        long timeoutMs = 0;
        Optional<Path> state = Optional.empty();
        for (Word more : clause.arguments().subList(1, clause.arguments().size())) {
            if (more.text().startsWith(TYPE)) {
                type = type(more);
            } else if (more.text().startsWith("timeout=")) {
                timeoutMs = reading.parameter(more, "timeout=", ValueRule.msec(1, ValueRule.MAX_TIME_MS));
            } else if (more.text().startsWith(STATE)) {
                state = reading.underPrefix(more.after(STATE));
            } else if (more.text().equals("sync")) {
                reading.invalidParameter(more, "balancers do not share their zones");
            } else {
                reading.unknownParameter(more);
            }
        }
        if (zones.putIfAbsent(parts[0], new KeyvalZoneConfig(parts[0], size, type, timeoutMs, state, List.of()))
                != null) {
            reading.diagnostics().fault(word, "keyval_zone \"" + parts[0] + "\" is already defined");
        }
    }

    private KeyType type(Word word) {
        for (KeyType type : KeyType.values()) {
            if (type.name().toLowerCase(Locale.ROOT).equals(word.after(TYPE).text())) {
                return type;
            }
        }
        reading.invalidParameter(word, "it must be type=string, type=ip or type=prefix");
        return KeyType.STRING;
    }

    private void readVariable(Clause clause) {
        KeyvalLookup lookup = new KeyvalLookup(reading.templates().parse(clause.argument(0)));
        reading.templates().define(clause.argument(1)).ifPresent(variable -> variable.define(lookup, false));
        Word word = clause.argument(2);
        String name = word.text().startsWith(ZONE) ? word.after(ZONE).text() : "";
        KeyvalZoneConfig zone = zones.get(name);
        if (name.isEmpty()) {
            reading.invalidParameter(word, "it must be zone=name");
        } else if (zone == null) {
            reading.diagnostics().fault(word, "unknown keyval_zone \"" + name + "\"");
        } else {
            List<KeyvalLookup> lookups = new ArrayList<>(zone.lookups());
            lookups.add(lookup);
            zones.put(
                    name,
                    new KeyvalZoneConfig(name, zone.sizeBytes(), zone.type(), zone.timeoutMs(), zone.state(), lookups));
        }
    }
}
