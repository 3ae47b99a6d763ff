package io.lamplighter.balancer.keyval;

import io.lamplighter.balancer.config.KeyvalZoneConfig;
import io.lamplighter.balancer.keyval.KeyvalZone.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The zones of the process.
 *
 * <p>Threads: {@link #putToUse} by the thread that swaps generations, the others by the admin thread.
 */
public final class KeyvalZones {
    private static final Logger LOG = LoggerFactory.getLogger(KeyvalZones.class);

    private final LongSupplier nowMs;
    private volatile Map<String, KeyvalZone> zones = Map.of();

    /** @param nowMs the wall clock, milliseconds since 1970 */
    public KeyvalZones(LongSupplier nowMs) {
        this.nowMs = nowMs;
    }

    /** Gives a configuration's variables their zones: those of the one before, or new ones with what their files hold. */
    public void putToUse(List<KeyvalZoneConfig> configs) {
        Map<String, KeyvalZone> next = new LinkedHashMap<>();
        for (KeyvalZoneConfig config : configs) {
            KeyvalZone known = zones.get(config.name());
            KeyvalZone zone = known != null && known.type() == config.type() ? known : loaded(config);
            zone.reconfigure(config);
            config.lookups().forEach(lookup -> lookup.bind(zone::find));
            next.put(config.name(), zone);
        }
        zones = next;
    }

    private KeyvalZone loaded(KeyvalZoneConfig config) {
        KeyvalZone zone = new KeyvalZone(config, nowMs);
        config.state().ifPresent(file -> load(zone, file));
        return zone;
    }

    private static void load(KeyvalZone zone, Path file) {
        try {
            Outcome outcome = zone.add(KeyvalFile.read(file));
            if (outcome != Outcome.DONE) {
                LOG.error("keyval zone {} begins empty: {} cannot be taken ({})", zone.name(), file, outcome);
            }
        } catch (IOException e) {
            LOG.error("keyval zone {} begins empty: {} cannot be read ({})", zone.name(), file, e.getMessage());
        }
    }

    /** All zones by their names, in the order of the file. */
    public Map<String, KeyvalZone> zones() {
        return zones;
    }

    public Optional<KeyvalZone> zone(String name) {
        return Optional.ofNullable(zones.get(name));
    }

    /** Writes a zone's file, if it has one, after a change. */
    public void save(KeyvalZone zone) {
        zone.config().state().ifPresent(file -> save(zone, file));
    }

    private static void save(KeyvalZone zone, Path file) {
        try {
            KeyvalFile.write(file, zone.pairs());
        } catch (IOException e) {
            LOG.error("keyval zone {}: {} cannot be written, a restart would lose the change", zone.name(), file, e);
        }
    }
}
