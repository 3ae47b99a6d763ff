package io.lamplighter.simulator.scenario;

import java.time.Duration;
import java.util.Optional;

/**
 * How long a lamp keeps a session.
 *
 * @param isPerReport whether each report has a session of its own: connect, report, close
 * @param mean mean life, exponentially distributed so that sessions of many lamps end at a steady rate and not in waves;
 *     empty when sessions last
 */
public record SessionLife(boolean isPerReport, Optional<Duration> mean) {
    public static final SessionLife KEPT = new SessionLife(false, Optional.empty());
    public static final SessionLife PER_REPORT = new SessionLife(true, Optional.empty());

    public static SessionLife ofMean(Duration mean) {
        return new SessionLife(false, Optional.of(mean));
    }

    SessionLife compressed(double factor) {
        return new SessionLife(isPerReport, mean.map(life -> Scenario.divide(life, factor)));
    }
}
