package io.lamplighter.balancer.watch;

import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.LoadReportCodec;
import io.lamplighter.agent.report.LoadReportCodec.Decoded;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides which datagrams are believed and remembers the last believed one of each node. Every check comes before any change,
 * so that a forged or replayed datagram can neither move a weight nor shut out the real agent.
 *
 * <p>Within one run of an agent the sequence decides: only greater ones are news. Where no sequence connects a report to what
 * is known (the first of a node, the first after a silence, the first of another run) its date has to be within
 * {@link #CLOCK_WINDOW_MS}; so what was recorded earlier is worth nothing to a freshly started balancer. While reports follow
 * each other, their dates do not matter, and a clock that jumps on either side silences nobody. A run replaces another if it
 * began later and the report was sent later; once the known run has been silent for the expiry time any run within the clock
 * window may, so that an agent restarted after its clock was set back is shut out for no longer than that. Any but one that was
 * replaced before: what was recorded of it is not believed when its successor falls silent.
 *
 * <p>Threads: one event loop calls {@link #admit} and {@link #trust}; anyone reads {@link #latest}.
 */
public final class ReportGate {
    /**
     * How far the clocks of node and balancer may be apart, and how old a recording may be that a restarted balancer falls
     * for. A guess: hosts with a time service differ by milliseconds, hosts without one by seconds.
     */
    static final long CLOCK_WINDOW_MS = 30_000;

    /**
     * Runs of one agent that are remembered after another replaced them. A recording is within the clock window for
     * {@value #CLOCK_WINDOW_MS} ms, and an agent that starts, reports and ends cannot do so more often than each second or
     * two.
     */
    private static final int FORMER_RUNS = 32;

    private final Map<String, HeardReport> latest = new ConcurrentHashMap<>();
    private final Map<String, FormerRuns> former = new HashMap<>();
    private ReportTrust trust = ReportTrust.NOBODY;

    /** Replaces whom to believe. What nodes that stay have said stays known; the others are forgotten. */
    public void trust(ReportTrust newTrust) {
        trust = newTrust;
        latest.keySet().retainAll(newTrust.nodes());
        former.keySet().retainAll(newTrust.nodes());
    }

    /** Names of the nodes of which a report is kept: never others than the trusted ones. */
    Set<String> heardNodes() {
        return Set.copyOf(latest.keySet());
    }

    /** The last report of a node that was believed, however old; null before the first. */
    public @Nullable HeardReport latest(String node) {
        return latest.get(node);
    }

    /**
     * Believes a datagram or says why not.
     *
     * @param nowNs steady clock
     * @param wallMs wall clock, milliseconds since 1970
     * @return empty when the report is now the latest of its node
     */
    public Optional<Refusal> admit(ByteBuffer datagram, long nowNs, long wallMs) {
        Decoded decoded = LoadReportCodec.decode(datagram, trust.keys(), trust.unsignedAllowed());
        if (decoded instanceof Decoded.Refused refused) {
            return Optional.of(Refusal.of(refused.fault()));
        }
        LoadReport report = ((Decoded.Accepted) decoded).report();
        if (!trust.nodes().contains(report.node())) {
            return Optional.of(Refusal.UNKNOWN_NODE);
        }
        Optional<Refusal> refusal = whyNotNews(report, nowNs, wallMs);
        if (refusal.isEmpty()) {
            believe(report, nowNs);
        }
        return refusal;
    }

    private void believe(LoadReport report, long nowNs) {
        HeardReport last = latest.put(report.node(), new HeardReport(report, nowNs));
        if (last != null && last.report().bootId() != report.bootId()) {
            former.computeIfAbsent(report.node(), node -> new FormerRuns())
                    .add(last.report().bootId());
        }
    }

    private Optional<Refusal> whyNotNews(LoadReport report, long nowNs, long wallMs) {
        HeardReport last = latest.get(report.node());
        boolean isSilent = last == null || nowNs - last.arrivedNs() > trust.expireNs();
        boolean isSameRun = last != null && report.bootId() == last.report().bootId();
        if (isSameRun && report.sequence() <= last.report().sequence()) {
            return Optional.of(Refusal.REPLAY);
        }
        if (!isSameRun && wasReplaced(report)) {
            return Optional.of(Refusal.OLD_BOOT);
        }
        if (!isSilent && !isSameRun && !isLaterRun(report, last.report())) {
            return Optional.of(Refusal.OLD_BOOT);
        }
        boolean isConnected = isSameRun && !isSilent;
        return isConnected || isWithinClockWindow(report, wallMs) ? Optional.empty() : Optional.of(Refusal.CLOCK_OFF);
    }

    private boolean wasReplaced(LoadReport report) {
        FormerRuns runs = former.get(report.node());
        return runs != null && runs.contains(report.bootId());
    }

    private static boolean isWithinClockWindow(LoadReport report, long wallMs) {
        return report.sentAtMs() >= wallMs - CLOCK_WINDOW_MS && report.sentAtMs() <= wallMs + CLOCK_WINDOW_MS;
    }

    private static boolean isLaterRun(LoadReport report, LoadReport last) {
        return report.bootId() > last.bootId() && report.sentAtMs() > last.sentAtMs();
    }

    /** The last runs of one agent that another replaced. */
    private static final class FormerRuns {
        private final long[] bootIds = new long[FORMER_RUNS];
        private int added;

        void add(long bootId) {
            bootIds[added % FORMER_RUNS] = bootId;
            added = added + 1 == 2 * FORMER_RUNS ? FORMER_RUNS : added + 1; // full, and never beyond an int
        }

        boolean contains(long bootId) {
            for (int i = 0; i < Math.min(added, FORMER_RUNS); i++) {
                if (bootIds[i] == bootId) {
                    return true;
                }
            }
            return false;
        }
    }
}
