package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.UpstreamServer;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.Upstream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How one generation chooses among the nodes of one upstream: the {@link #selector()} that sessions ask, and, where weights are
 * dynamic, the selectors that the weigher publishes to. The only place of this package that reads configuration.
 *
 * <p>Primaries and backups are groups of their own, each with the method of the upstream, as in nginx.
 *
 * <p>Threads: built by the one that swaps generations, immutable then.
 */
public final class Selectors {
    /** What is published as the weight of a node under {@code adaptive} for each core of capacity. */
    public static final int CORE_WEIGHT = AdaptiveSelector.CORE;

    private static final Load IN_FLIGHT = (node, nowMs) -> node.inFlight();

    private final Selector selector;
    private final boolean isDynamic;
    private final PickGroup primary;
    private final @Nullable PickGroup backup;

    private Selectors(boolean isDynamic, PickGroup primary, @Nullable PickGroup backup) {
        this.isDynamic = isDynamic;
        this.primary = primary;
        this.backup = backup;
        this.selector = backup == null ? primary : new UpstreamSelector(primary, backup);
    }

    /** For an upstream that was not there before. */
    public static Selectors of(Upstream upstream) {
        return of(upstream, null);
    }

    /**
     * For an upstream of a new generation: the rotation goes on where the old one stands, and published weights of a dynamic
     * method stay until the next are published.
     *
     * @param old what chose for the upstream of the same name until now; null when there was none
     */
    public static Selectors of(Upstream upstream, @Nullable Selectors old) {
        return of(upstream, old, Selectors::randomBelow);
    }

    /**
     * As the other, with a source of chance for those who want the same choices again.
     *
     * @param randomBelow gives an evenly distributed number from 0 to its argument - 1; must bear all threads that pick
     */
    public static Selectors of(Upstream upstream, @Nullable Selectors old, LongUnaryOperator randomBelow) {
        BalancingMethod method = upstream.config().method();
        boolean wasDynamic = old != null && old.isDynamic;
        PickGroup primary = group(
                method,
                upstream.primary(),
                upstream.primaryLines(),
                old == null ? null : old.primary,
                wasDynamic,
                randomBelow);
        PickGroup backup = upstream.backup().isEmpty()
                ? null
                : group(
                        method,
                        upstream.backup(),
                        upstream.backupLines(),
                        old == null ? null : old.backup,
                        wasDynamic,
                        randomBelow);
        return new Selectors(isDynamic(method), primary, backup);
    }

    private static boolean isDynamic(BalancingMethod method) {
        return method instanceof BalancingMethod.DynamicWeight || method instanceof BalancingMethod.Adaptive;
    }

    private static PickGroup group(
            BalancingMethod method,
            List<Node> nodes,
            List<UpstreamServer> lines,
            @Nullable PickGroup old,
            boolean wasDynamic,
            LongUnaryOperator randomBelow) {
        Candidates candidates = candidates(nodes, lines);
        WeightedSelector rotation = old == null
                ? WeightedSelector.of(candidates)
                : WeightedSelector.of(candidates, isDynamic(method), old.rotation(), wasDynamic);
        String[] names = lines.stream().map(UpstreamServer::name).toArray(String[]::new);
        ForecastSelector.Cursor cursor = new ForecastSelector.Cursor();
        return new PickGroup(
                candidates,
                rotation,
                (reweighted, times) -> byForecast(method, reweighted, times, cursor, rotation)
                        .orElseGet(() -> selector(method, reweighted, names, rotation, randomBelow)));
    }

    private static Candidates candidates(List<Node> nodes, List<UpstreamServer> lines) {
        int[] weights = lines.stream().mapToInt(UpstreamServer::baseWeight).toArray();
        boolean[] closed = new boolean[weights.length];
        for (int i = 0; i < closed.length; i++) {
            closed[i] = lines.get(i).down() || lines.get(i).drain();
        }
        return new Candidates(nodes, weights, closed);
    }

    /** Of the methods that look at predicted times; empty for the others. */
    private static Optional<Selector> byForecast(
            BalancingMethod method,
            Candidates candidates,
            PredictedTimes times,
            ForecastSelector.Cursor cursor,
            WeightedSelector rotation) {
        if (method instanceof BalancingMethod.ResponseTime) {
            return Optional.of(new ForecastSelector(candidates, times, false, false, cursor, rotation));
        }
        if (method instanceof BalancingMethod.Arima arima) {
            boolean isLowestFirst = arima.pick() == BalancingMethod.PickOrder.LOWEST;
            boolean isInTurn = arima.pick() == BalancingMethod.PickOrder.ROTATE;
            return Optional.of(
                    new ForecastSelector(candidates, times, isLowestFirst, true, isInTurn ? cursor : null, rotation));
        }
        return Optional.empty();
    }

    private static Selector selector(
            BalancingMethod method,
            Candidates candidates,
            String[] names,
            WeightedSelector rotation,
            LongUnaryOperator randomBelow) {
        if (method instanceof BalancingMethod.LeastConn) {
            return leastLoad(candidates, IN_FLIGHT, rotation, randomBelow);
        }
        if (method instanceof BalancingMethod.Adaptive) {
            return candidates.size() <= LeastLoadSelector.MOST_NODES
                    ? new AdaptiveSelector(candidates, rotation)
                    : new SampledLoadSelector(candidates, IN_FLIGHT, rotation, randomBelow);
        }
        if (method instanceof BalancingMethod.LeastTime leastTime) {
            return leastLoad(candidates, expectedTime(leastTime.metric()), rotation, randomBelow);
        }
        if (method instanceof BalancingMethod.Random) {
            return RandomSelector.one(candidates, rotation, randomBelow);
        }
        if (method instanceof BalancingMethod.RandomTwo two) {
            Load load = two.leastTime().map(Selectors::expectedTime).orElse(IN_FLIGHT);
            return RandomSelector.two(candidates, load, rotation, randomBelow);
        }
        if (method instanceof BalancingMethod.Hash hash) {
            return hash.consistent()
                    ? new ConsistentHashSelector(candidates, names, balanceThousandths(hash), rotation)
                    : new HashSelector(candidates, rotation);
        }
        if (method instanceof BalancingMethod.RoundRobin || method instanceof BalancingMethod.DynamicWeight) {
            return rotation;
        }
        throw new IllegalStateException("no selector for " + method);
    }

    private static Selector leastLoad(
            Candidates candidates, Load load, WeightedSelector rotation, LongUnaryOperator randomBelow) {
        return candidates.size() <= LeastLoadSelector.MOST_NODES
                ? new LeastLoadSelector(candidates, load, rotation)
                : new SampledLoadSelector(candidates, load, rotation, randomBelow);
    }

    private static Load expectedTime(BalancingMethod.TimeMetric metric) {
        return new ExpectedTime(times -> times.averageMs(metric));
    }

    private static int balanceThousandths(BalancingMethod.Hash hash) {
        return (int) Math.round(hash.balance().orElse(0) * 1_000);
    }

    /** Not by the remainder of a division, which costs more than the number; uneven by one part in 2^63 / bound. */
    private static long randomBelow(long bound) {
        return Math.multiplyHigh(ThreadLocalRandom.current().nextLong() >>> 1, bound << 1);
    }

    /** Chooses for sessions. */
    public Selector selector() {
        return selector;
    }

    /** Where weights of the primaries are published. */
    public PickGroup primary() {
        return primary;
    }

    /** Where weights of the backups are published; empty when there are none. */
    public Optional<PickGroup> backup() {
        return Optional.ofNullable(backup);
    }
}
