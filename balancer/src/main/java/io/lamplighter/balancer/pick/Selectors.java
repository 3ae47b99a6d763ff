package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.UpstreamServer;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.Upstream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
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
    private final Selector selector;
    private final boolean isDynamic;
    private final Group primary;
    private final @Nullable Group backup;

    /**
     * Primaries or backups.
     *
     * @param rotation what the group's place in the round is kept in; by itself the method, or the resort of other methods
     * @param selector the method
     */
    private record Group(WeightedSelector rotation, Selector selector) {}

    private Selectors(boolean isDynamic, Group primary, @Nullable Group backup) {
        this.isDynamic = isDynamic;
        this.primary = primary;
        this.backup = backup;
        this.selector =
                backup == null ? primary.selector() : new UpstreamSelector(primary.selector(), backup.selector());
    }

    /** For an upstream that was not there before. */
    public static Selectors of(Upstream upstream) {
        return of(upstream, null);
    }

    /**
     * For an upstream of a new generation: the rotation goes on where the old one stands, and published weights stay until
     * the next are published.
     *
     * @param old what chose for the upstream of the same name until now; null when there was none
     */
    public static Selectors of(Upstream upstream, @Nullable Selectors old) {
        BalancingMethod method = upstream.config().method();
        Group primary = group(method, upstream.primary(), upstream.primaryLines(), old == null ? null : old.primary);
        Group backup = upstream.backup().isEmpty()
                ? null
                : group(method, upstream.backup(), upstream.backupLines(), old == null ? null : old.backup);
        return new Selectors(isDynamic(method), primary, backup);
    }

    private static boolean isDynamic(BalancingMethod method) {
        return method instanceof BalancingMethod.DynamicWeight;
    }

    private static Group group(
            BalancingMethod method, List<Node> nodes, List<UpstreamServer> lines, @Nullable Group old) {
        Candidates candidates = candidates(nodes, lines);
        WeightedSelector rotation = old == null
                ? WeightedSelector.of(candidates, isDynamic(method))
                : WeightedSelector.of(candidates, isDynamic(method), old.rotation());
        return new Group(rotation, selector(method, candidates, lines, rotation));
    }

    private static Candidates candidates(List<Node> nodes, List<UpstreamServer> lines) {
        int[] weights = lines.stream().mapToInt(UpstreamServer::weight).toArray();
        boolean[] down = new boolean[weights.length];
        for (int i = 0; i < down.length; i++) {
            down[i] = lines.get(i).down();
        }
        return new Candidates(nodes, weights, down);
    }

    private static Selector selector(
            BalancingMethod method, Candidates candidates, List<UpstreamServer> lines, WeightedSelector rotation) {
        if (method instanceof BalancingMethod.LeastConn) {
            return new LeastConnSelector(candidates, rotation);
        }
        if (method instanceof BalancingMethod.Random random) {
            return random.two()
                    ? new RandomTwoSelector(candidates, rotation, Selectors::randomBelow)
                    : new RandomSelector(candidates, rotation, Selectors::randomBelow);
        }
        if (method instanceof BalancingMethod.Hash hash) {
            String[] names = lines.stream().map(UpstreamServer::name).toArray(String[]::new);
            return hash.consistent()
                    ? new ConsistentHashSelector(candidates, names, rotation)
                    : new HashSelector(candidates, rotation);
        }
        if (method instanceof BalancingMethod.RoundRobin || method instanceof BalancingMethod.DynamicWeight) {
            return rotation;
        }
        throw new IllegalStateException("no selector for " + method);
    }

    private static long randomBelow(long bound) {
        return ThreadLocalRandom.current().nextLong(bound);
    }

    /** Chooses for sessions. */
    public Selector selector() {
        return selector;
    }

    /** Where weights of the primaries are published; empty unless the method is dynamic. */
    public Optional<WeightedSelector> primaryWeights() {
        return isDynamic ? Optional.of(primary.rotation()) : Optional.empty();
    }

    /** Where weights of the backups are published; empty unless the method is dynamic and there are any. */
    public Optional<WeightedSelector> backupWeights() {
        return isDynamic && backup != null ? Optional.of(backup.rotation()) : Optional.empty();
    }
}
