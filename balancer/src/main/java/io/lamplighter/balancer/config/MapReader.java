package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.variable.MapTable;
import io.lamplighter.balancer.variable.NameTable;
import io.lamplighter.balancer.variable.Octets;
import io.lamplighter.balancer.variable.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A {@code map} block → the definition of its variable. */
final class MapReader {
    private final Reading reading;
    private final NameTable<Template> names = new NameTable<>();
    private final List<MapTable.Entry> regexes = new ArrayList<>();
    private Optional<Template> fallback = Optional.empty();
    private boolean isOfHosts;
    private boolean isVolatile;

    private MapReader(Reading reading) {
        this.reading = reading;
    }

    static void read(Reading reading, Clause map) {
        new MapReader(reading).read(map);
    }

    private void read(Clause map) {
        Template source = reading.templates().parse(map.argument(0));
        for (Statement line : map.lines()) {
            readLine(line);
        }
        MapTable table = new MapTable(source, isOfHosts, names, regexes, fallback.orElse(Template.EMPTY));
        reading.templates().define(map.argument(1)).ifPresent(variable -> variable.define(table, isVolatile));
    }

    private void readLine(Statement line) {
        Word key = line.name();
        if (line.arguments().isEmpty() && key.text().equals("hostnames")) {
            isOfHosts = true;
        } else if (line.arguments().isEmpty() && key.text().equals("volatile")) {
            isVolatile = true;
        } else if (reading.isPair(line, "map")) {
            readEntry(key, reading.templates().parse(line.arguments().get(0)));
        }
    }

    private void readEntry(Word key, Template value) {
        if (key.text().equals("default")) {
            if (fallback.isPresent()) {
                reading.diagnostics().fault(key, "duplicate default map parameter");
            }
            fallback = Optional.of(value);
        } else if (key.text().startsWith("~")) {
            boolean ignoresCase = key.text().startsWith("~*");
            reading.templates()
                    .regex(key.text().substring(ignoresCase ? 2 : 1), ignoresCase, key)
                    .ifPresent(regex -> regexes.add(new MapTable.Entry(regex, value)));
        } else {
            addName(key, value);
        }
    }

    private void addName(Word key, Template value) {
        // A backslash takes the meaning from a name that would have one, such as "default" or "~x".
        String name = Octets.of(key.text().startsWith("\\") ? key.text().substring(1) : key.text());
        switch (isOfHosts ? names.add(name, value) : names.addExact(name, value)) {
            case DONE -> {}
            case CONFLICT -> reading.diagnostics().fault(key, "conflicting parameter \"" + name + "\"");
            case INVALID -> reading.diagnostics().fault(key, "invalid hostname or wildcard \"" + name + "\"");
        }
    }
}
