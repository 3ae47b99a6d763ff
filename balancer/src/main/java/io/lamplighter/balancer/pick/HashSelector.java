package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * {@code hash key}: the node is the key's hash modulo the sum of the weights. The same as nginx's, number for number
 * (ngx_stream_upstream_hash_module.c), and so the same as Cache::Memcached's: a node that cannot be had is replaced by
 * hashing the key again behind the number of the attempt and adding that to the hash before; after more than
 * {@value RandomSelector#MAX_MISSES} misses round robin. Nodes that are {@code down} keep their place in the sum. What a
 * CRC of similar keys makes of the attempts is not even: one of the others may get most keys of a missing node. Most keys
 * move when the list of servers changes; {@link ConsistentHashSelector} is for those who mind.
 *
 * <p>Threads: any number pick.
 */
final class HashSelector implements Selector {
    // One for each thread that picks, as a new one for each pick would be garbage.
    private static final ThreadLocal<CRC32> CRC = ThreadLocal.withInitial(CRC32::new);

    private final Candidates candidates;
    private final WeightRanges ranges;
    private final WeightedSelector roundRobin;

    HashSelector(Candidates candidates, WeightedSelector roundRobin) {
        this.candidates = candidates;
        this.ranges = new WeightRanges(candidates.weights());
        this.roundRobin = roundRobin;
    }

    @Override
    public @Nullable Node pick(PickContext context, long nowMs) {
        if (candidates.size() < 2 || ranges.sum() == 0) {
            return roundRobin.pick(context, nowMs);
        }
        byte[] key = context.hashKey();
        if (key.length == 0) {
            return roundRobin.pick(context, nowMs);
        }
        long hash = 0;
        for (int misses = 0; misses <= RandomSelector.MAX_MISSES; misses++) {
            hash += hash(misses, key);
            Node node = candidates.tryTake(ranges.at(hash % ranges.sum()), context, nowMs);
            if (node != null) {
                return node;
            }
        }
        return roundRobin.pick(context, nowMs);
    }

    /** @param attempt 0 for the first; later ones, up to 99, are written in front of the key in decimal */
    private static int hash(int attempt, byte[] key) {
        CRC32 crc = CRC.get();
        crc.reset();
        if (attempt >= 10) {
            crc.update('0' + attempt / 10);
        }
        if (attempt > 0) {
            crc.update('0' + attempt % 10);
        }
        crc.update(key, 0, key.length);
        return (int) (crc.getValue() >>> 16) & 0x7fff;
    }

    /** The CRC-32 of {@code key}, without garbage. */
    static int crc32(byte[] key) {
        CRC32 crc = CRC.get();
        crc.reset();
        crc.update(key, 0, key.length);
        return (int) crc.getValue();
    }
}
