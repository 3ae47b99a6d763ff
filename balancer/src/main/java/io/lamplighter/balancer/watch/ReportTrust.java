package io.lamplighter.balancer.watch;

import io.lamplighter.agent.report.ReportKey;
import io.lamplighter.balancer.config.LoadReportsConfig;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Whom one generation of the configuration believes.
 *
 * @param keys trusted keys by id
 * @param unsignedAllowed whether reports without a signature are believed
 * @param expireNs silence after which a node counts as gone, nanoseconds
 * @param nodes the names that servers of the configuration go by
 */
public record ReportTrust(Map<Integer, ReportKey> keys, boolean unsignedAllowed, long expireNs, Set<String> nodes) {
    /** Before anything is configured nobody is believed. */
    static final ReportTrust NOBODY = new ReportTrust(Map.of(), false, 0, Set.of());

    public ReportTrust {
        keys = Map.copyOf(keys);
        nodes = Set.copyOf(nodes);
    }

    /** What the {@code load_reports} block says, for the {@code node=} names of the configuration. */
    public static ReportTrust of(LoadReportsConfig config, Set<String> nodes) {
        Map<Integer, ReportKey> keys = new HashMap<>();
        for (LoadReportsConfig.ReportKeyConfig key : config.keys()) {
            keys.put(key.id(), new ReportKey(key.id(), key.secret()));
        }
        return new ReportTrust(keys, config.unsigned(), TimeUnit.MILLISECONDS.toNanos(config.expireMs()), nodes);
    }
}
