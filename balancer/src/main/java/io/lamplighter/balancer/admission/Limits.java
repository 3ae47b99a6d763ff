package io.lamplighter.balancer.admission;

import io.lamplighter.balancer.config.AdmissionConfig;
import io.lamplighter.balancer.measure.ClientFacts;
import io.lamplighter.balancer.measure.SessionLog;
import io.lamplighter.balancer.measure.SessionView;
import io.lamplighter.balancer.variable.Values;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.event.Level;

/** {@code limit_conn}: most sessions at the same time with the same keys. Immutable, but for what the zones count. */
final class Limits {
    private record Limit(LimitZone zone, AdmissionConfig.Limit config) {}

    private final List<Limit> limits = new ArrayList<>();
    private final boolean isDryRun;
    private final Level level;

    Limits(AdmissionConfig config, LimitZones zones) {
        config.limits().forEach(limit -> limits.add(new Limit(zones.of(limit.zone()), limit)));
        isDryRun = config.dryRun();
        level = switch (config.limitLevel()) {
            case DEBUG, INFO -> Level.DEBUG;
            case NOTICE -> Level.INFO;
            case WARN -> Level.WARN;
            default -> Level.ERROR;
        };
    }

    boolean isEmpty() {
        return limits.isEmpty();
    }

    /**
     * Counts a session in each zone. A key that is empty is not counted.
     *
     * @param places takes what is to be given back when the session ends
     * @return false if the session may not go on; what was taken for it stays in {@code places}
     */
    boolean take(SessionView session, Values values, ClientFacts facts, SessionLog log, List<Runnable> places) {
        facts.limitStatus = "PASSED";
        for (Limit limit : limits) {
            String key = limit.config.zone().key().expand(values);
            if (key.isEmpty()) {
                continue;
            }
            if (limit.zone.take(key, limit.config.sessions())) {
                places.add(() -> limit.zone.release(key));
                continue;
            }
            String text = "limiting connections" + (isDryRun ? ", dry run," : "") + " by zone \""
                    + limit.config.zone().name() + "\"";
            log.log(level, session, text);
            facts.limitStatus = isDryRun ? "REJECTED_DRY_RUN" : "REJECTED";
            return isDryRun;
        }
        return true;
    }
}
