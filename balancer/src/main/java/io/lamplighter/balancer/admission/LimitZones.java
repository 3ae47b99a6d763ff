package io.lamplighter.balancer.admission;

import io.lamplighter.balancer.config.AdmissionConfig.Zone;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The tables of {@code limit_conn} of the process. A table is the same after a reload as long as its name and its key are.
 *
 * <p>Threads: any.
 */
public final class LimitZones {
    private record Key(String name, String keyText) {}

    private final Map<Key, LimitZone> zones = new ConcurrentHashMap<>();

    LimitZone of(Zone config) {
        return zones.compute(new Key(config.name(), config.keyText()), (key, known) -> {
            if (known == null) {
                return new LimitZone(config.sizeBytes());
            }
            known.resize(config.sizeBytes());
            return known;
        });
    }
}
