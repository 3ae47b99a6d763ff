package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.geoip.GeoipDatabase;
import io.lamplighter.balancer.geoip.GeoipLookup;
import io.lamplighter.balancer.variable.BuiltIn;
import io.lamplighter.balancer.variable.Defined;
import io.lamplighter.balancer.variable.Octets;
import io.lamplighter.balancer.variable.Variable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;

/** A {@code geoip2} block → the definitions of its variables. */
final class GeoipReader {
    private static final String DEFAULT = "default=";
    private static final String SOURCE = "source=";
    private static final String METADATA = "metadata";
    private static final String AUTO_RELOAD = "auto_reload";

    private final Reading reading;
    private final Optional<GeoipDatabase> database;

    private GeoipReader(Reading reading, Clause geoip) {
        this.reading = reading;
        this.database = open(geoip.argument(0), reloadMs(geoip));
    }

    static void read(Reading reading, Clause geoip) {
        GeoipReader reader = new GeoipReader(reading, geoip);
        geoip.lines().stream()
                .filter(line -> !line.name().text().equals(AUTO_RELOAD))
                .forEach(reader::readVariable);
    }

    private long reloadMs(Clause geoip) {
        long reloadMs = 0;
        for (Statement line : geoip.lines()) {
            if (line.name().text().equals(AUTO_RELOAD) && reading.isPair(line, "geoip2")) {
                Word time = line.arguments().get(0);
                ValueRule rule = ValueRule.seconds(0);
                rule.complaint(time.text())
                        .ifPresent(expected -> reading.diagnostics()
                                .fault(time, "invalid value \"" + time.text() + "\" in \"auto_reload\", " + expected));
                reloadMs = rule.parse(time.text()).orElse(0);
            }
        }
        return reloadMs;
    }

    private Optional<GeoipDatabase> open(Word name, long reloadMs) {
        Optional<Path> file = reading.files().resolve(reading.confDirectory(), name);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new GeoipDatabase(file.get(), reloadMs, ForkJoinPool.commonPool(), System::currentTimeMillis));
        } catch (IOException e) {
            reading.diagnostics()
                    .fault(
                            name,
                            "cannot read \"" + name.text() + "\" as a database of MaxMind's format ("
                                    + FileErrors.reason(e) + ")");
            return Optional.empty();
        }
    }

    private void readVariable(Statement line) {
        Optional<Defined> variable = reading.templates().define(line.name());
        Optional<Variable> source = Optional.of(BuiltIn.REMOTE_ADDR);
        Optional<String> fallback = Optional.empty();
        List<String> path = new ArrayList<>();
        for (Word word : line.arguments()) {
            if (path.isEmpty() && word.text().startsWith(DEFAULT)) {
                fallback = Optional.of(Octets.of(word.after(DEFAULT).text()));
            } else if (path.isEmpty() && word.text().startsWith(SOURCE)) {
                source = reading.templates().variable(word.after(SOURCE));
            } else {
                path.add(word.text());
            }
        }
        if (path.isEmpty()) {
            reading.diagnostics()
                    .fault(
                            line.name(),
                            "no path in the database follows \"" + line.name().text() + "\"");
        } else if (path.get(0).equals(METADATA)) {
            metadata(line, path).ifPresent(definition -> variable.ifPresent(each -> each.define(definition, false)));
        } else if (variable.isPresent() && database.isPresent() && source.isPresent()) {
            variable.get().define(new GeoipLookup(database.get(), source.get(), path, fallback), false);
        }
    }

    private Optional<Defined.Definition> metadata(Statement line, List<String> path) {
        String what = path.size() == 2 ? path.get(1) : "";
        if (!List.of("build_epoch", "last_check", "last_change").contains(what)) {
            reading.diagnostics()
                    .fault(
                            line.name(),
                            "\"metadata\" must be followed by \"build_epoch\", \"last_check\" or \"last_change\"");
            return Optional.empty();
        }
        return database.map(each -> session -> Long.toString(
                switch (what) {
                    case "build_epoch" -> each.builtAt();
                    case "last_check" -> each.openedAt();
                    default -> each.changedAt();
                }));
    }
}
