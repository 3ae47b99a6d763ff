package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code hash key consistent}: the key's place on a {@link KetamaRing} names a server. A server that cannot be had passes its
 * keys on to the next points on the circle; after more than {@value RandomSelector#MAX_MISSES} points round robin. A
 * server whose name has several addresses takes them in turn. Finds the same server as nginx, in O(log n).
 *
 * <p>Threads: any number pick.
 */
final class ConsistentHashSelector implements Selector {
    private final KetamaRing ring;
    private final Server[] servers;
    private final int size;
    private final WeightedSelector roundRobin;

    /**
     * The nodes of one name.
     *
     * @param rotation takes them in turn; null for the usual case of one node
     */
    private record Server(Candidates nodes, @Nullable WeightedSelector rotation) {
        @Nullable
        Node tryTake(PickContext context, long nowMs) {
            return rotation != null ? rotation.pick(context, nowMs) : nodes.tryTake(0, context, nowMs);
        }
    }

    /** @param names the servers as written, one for each candidate */
    ConsistentHashSelector(Candidates candidates, String[] names, WeightedSelector roundRobin) {
        SortedMap<String, List<Integer>> byName = new TreeMap<>();
        for (int i = 0; i < names.length; i++) {
            byName.computeIfAbsent(names[i], name -> new ArrayList<>()).add(i);
        }
        this.servers = byName.values().stream()
                .map(members -> server(candidates.only(members)))
                .toArray(Server[]::new);
        this.ring = new KetamaRing(byName.keySet().toArray(String[]::new), ringWeights(servers));
        this.size = candidates.size();
        this.roundRobin = roundRobin;
    }

    private static Server server(Candidates nodes) {
        return new Server(nodes, nodes.size() == 1 ? null : WeightedSelector.of(nodes));
    }

    /** Equal names mark equal points, so the heaviest of them has them all. */
    private static int[] ringWeights(Server[] servers) {
        return Arrays.stream(servers)
                .mapToInt(s -> Arrays.stream(s.nodes().weights()).max().orElse(0))
                .toArray();
    }

    @Override
    public @Nullable Node pick(PickContext context, long nowMs) {
        if (size < 2 || ring.isEmpty()) {
            return roundRobin.pick(context, nowMs);
        }
        byte[] key = context.hashKey();
        if (key.length == 0) {
            return roundRobin.pick(context, nowMs);
        }
        int place = ring.place(HashSelector.crc32(key));
        for (int misses = 0; misses <= RandomSelector.MAX_MISSES; misses++) {
            Node node = servers[ring.owner(place + misses)].tryTake(context, nowMs);
            if (node != null) {
                return node;
            }
        }
        return roundRobin.pick(context, nowMs);
    }
}
