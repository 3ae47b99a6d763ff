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
 * server whose name has several addresses takes them in turn. Finds the same server as nginx, in constant time.
 *
 * <p>With {@code balance} (consistent hashing with bounded loads, Mirrokni, Thorup and Zadimoghaddam 2018) a server whose
 * {@link Slots} are taken passes its keys on too: to the next {@value #NEAR_POINTS} points, then to points all over the circle
 * that the key names, and in the end to any server with a free slot. A slot is looked at and taken in one step, so that
 * loops that pick together do not exceed it; how many sessions there are, and so how many slots, each pick has its own view
 * of. Slots of failed nodes are out of reach: where those of the others do not suffice, all grow to twice and four times as
 * many before the pick turns to round robin.
 *
 * <p>Threads: any number pick.
 */
final class ConsistentHashSelector implements Selector {
    /** One key that brings many sessions fills the servers next to it, so that after these it is worth looking elsewhere. */
    private static final int NEAR_POINTS = 64;

    /** Of all weight at most {@code 1 / balance} is full. With 1.25 this many chances miss the rest once in a million times. */
    private static final int FAR_POINTS = 64;

    /** 2^32 divided by the golden ratio: multiples of it lie evenly on the circle. */
    private static final int GOLDEN_STEP = 0x9E3779B9;

    private static final int MOST_GROWTH = 4;
    private static final int MOST_PASSES = 8;

    private final Candidates candidates;
    private final KetamaRing ring;
    private final Server[] servers;
    private final WeightedSelector roundRobin;
    private final @Nullable Slots slots;

    /** The nodes of one name. */
    private static final class Server {
        private final Candidates nodes;
        /** Where they stand among all candidates. */
        private final int[] members;
        /** Takes them in turn; null for the usual case of one node. */
        private final @Nullable WeightedSelector rotation;

        Server(Candidates all, List<Integer> members) {
            this.nodes = all.only(members);
            this.members = members.stream().mapToInt(i -> i).toArray();
            this.rotation = members.size() == 1 ? null : WeightedSelector.of(nodes);
        }

        /** Equal names mark equal points, so the heaviest of them has them all. */
        int ringWeight() {
            return Arrays.stream(nodes.weights()).max().orElse(0);
        }

        @Nullable
        Node tryTake(PickContext context, long nowMs) {
            return rotation != null ? rotation.pick(context, nowMs) : nodes.tryTake(0, context, nowMs);
        }

        @Nullable
        Node tryTakeSlot(Slots slots, long total, PickContext context, long nowMs) {
            Node node = null;
            for (int tries = 0; tries < members.length && node == null; tries++) {
                int member = rotation == null ? 0 : rotation.nextInTurn();
                int most = member < 0 ? 0 : slots.of(members[member], total);
                node = most == 0 ? null : nodes.tryTake(member, most, context, nowMs);
            }
            return node;
        }
    }

    /**
     * @param names the servers as written, one for each candidate
     * @param balanceThousandths most sessions of a node relative to its share; 0 for no bound
     */
    ConsistentHashSelector(Candidates candidates, String[] names, int balanceThousandths, WeightedSelector roundRobin) {
        SortedMap<String, List<Integer>> byName = new TreeMap<>();
        for (int i = 0; i < names.length; i++) {
            byName.computeIfAbsent(names[i], name -> new ArrayList<>()).add(i);
        }
        this.servers = byName.values().stream()
                .map(members -> new Server(candidates, members))
                .toArray(Server[]::new);
        this.ring = new KetamaRing(
                byName.keySet().toArray(String[]::new),
                Arrays.stream(servers).mapToInt(Server::ringWeight).toArray());
        this.candidates = candidates;
        this.roundRobin = roundRobin;
        this.slots = balanceThousandths == 0
                ? null
                : new Slots(candidates.withoutClosed(candidates.weights()), balanceThousandths);
    }

    @Override
    public @Nullable Node pick(PickContext context, long nowMs) {
        if (candidates.size() < 2 || ring.isEmpty()) {
            return roundRobin.pick(context, nowMs);
        }
        byte[] key = context.hashKey();
        if (key.length == 0) {
            return roundRobin.pick(context, nowMs);
        }
        int hash = HashSelector.crc32(key);
        Node node = slots == null ? firstFree(hash, context, nowMs) : firstWithSlot(slots, hash, context, nowMs);
        return node != null ? node : roundRobin.pick(context, nowMs);
    }

    private @Nullable Node firstFree(int hash, PickContext context, long nowMs) {
        int place = ring.place(hash);
        Node node = null;
        for (int misses = 0; misses <= RandomSelector.MAX_MISSES && node == null; misses++) {
            node = servers[ring.owner(place + misses)].tryTake(context, nowMs);
        }
        return node;
    }

    private @Nullable Node firstWithSlot(Slots among, int hash, PickContext context, long nowMs) {
        Node node = null;
        long seen = 0;
        int growth = 1;
        for (int passes = 0; passes < MOST_PASSES && growth <= MOST_GROWTH && node == null; passes++) {
            long total = among.total(candidates.node(0).upstreamInFlight());
            // Others may have taken what was free. Only if it was not that do the slots not suffice.
            growth = total == seen ? 2 * growth : growth;
            seen = total;
            node = withSlot(among, growth * total, hash, context, nowMs);
        }
        return node;
    }

    private @Nullable Node withSlot(Slots among, long total, int hash, PickContext context, long nowMs) {
        int place = ring.place(hash);
        Node node = null;
        for (int i = 0; i < NEAR_POINTS && node == null; i++) {
            node = servers[ring.owner(place + i)].tryTakeSlot(among, total, context, nowMs);
        }
        for (int i = 1; i <= FAR_POINTS && node == null; i++) {
            int elsewhere = ring.place(hash + i * GOLDEN_STEP);
            node = servers[ring.owner(elsewhere)].tryTakeSlot(among, total, context, nowMs);
        }
        for (int i = 0; i < servers.length && node == null; i++) {
            node = servers[i].tryTakeSlot(among, total, context, nowMs);
        }
        return node;
    }
}
