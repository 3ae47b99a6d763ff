package io.lamplighter.balancer.watch;

import io.lamplighter.balancer.config.LoadReportsConfig.SourceLimit;
import java.net.InetAddress;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * How many datagrams of one source address are looked at: two rows of token buckets of a fixed size, never a table of
 * addresses, so that forged ones cost no memory. An address has one bucket in each row, by two keyed hashes; a datagram passes
 * if either has a token, and takes one wherever there is one.
 *
 * <p>Collisions. A flood from one address empties its two buckets. An address that shares one of them lives on the other;
 * only one that shares both is shut out, one in {@code BUCKETS} squared, 17 million. The keys are drawn anew with each table,
 * so nobody can look for an address that collides with a given one. To shut out everybody by forging addresses of all kinds,
 * all buckets have to be kept empty: with the default of 100 a second that takes more than 400,000 datagrams a second, which
 * the socket's buffer would drop before. Whoever forges one agent's very address at the rate of the limit does silence
 * it: nothing that is looked at before the signature tells the two apart.
 *
 * <p>A bucket is the moment at which it would be full again (generic cell rate algorithm, ITU-T I.371): one number, no
 * clean-up.
 *
 * <p>Not for use by several threads: belongs to the event loop of the port.
 */
final class SourceLimiter {
    /** Per row. A cloud of 3,000 agents is at home in it: a bucket then has a sender or two, each once a second. */
    private static final int BUCKETS = 4_096;

    private final SourceLimit limit;
    private final long intervalNs;
    private final long burstNs;
    private final long startNs;
    private final Row[] rows;

    /**
     * Makes a table in which every bucket is full.
     *
     * @param nowNs steady clock
     * @param random where the keys of the hashes come from
     */
    SourceLimiter(SourceLimit limit, long nowNs, SplittableRandom random) {
        this.limit = limit;
        this.intervalNs = Math.max(1, TimeUnit.MILLISECONDS.toNanos(limit.periodMs()) / limit.datagrams());
        this.burstNs = limit.burst() * intervalNs;
        this.startNs = nowNs;
        this.rows = new Row[] {new Row(random.nextLong()), new Row(random.nextLong())};
    }

    /** What it was made for. */
    SourceLimit limit() {
        return limit;
    }

    /** Whether a datagram of this address may be looked at now; if so, it is counted against the address. */
    boolean tryTake(InetAddress source, long nowNs) {
        byte[] address = source.getAddress();
        long sinceStartNs = nowNs - startNs;
        boolean isTaken = false;
        for (Row row : rows) {
            isTaken |= row.tryTake(address, sinceStartNs);
        }
        return isTaken;
    }

    /** Buckets and the key of the hash that spreads addresses over them. */
    private final class Row {
        private final long[] fullAtNs = new long[BUCKETS]; // since the start
        private final long key;

        Row(long key) {
            this.key = key;
        }

        boolean tryTake(byte[] address, long nowNs) {
            int bucket = (int) hash(address) & (BUCKETS - 1);
            long fullAfterNs = Math.max(fullAtNs[bucket], nowNs) + intervalNs;
            if (fullAfterNs - nowNs > burstNs) {
                return false;
            }
            fullAtNs[bucket] = fullAfterNs;
            return true;
        }

        private long hash(byte[] address) {
            long hash = key;
            for (byte octet : address) {
                hash = mixed(hash ^ octet);
            }
            return hash;
        }

        /** The finalizer of SplitMix64 (Steele, Lea and Flood 2014): every bit of the result depends on every bit. */
        private static long mixed(long bits) {
            long once = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
            long twice = (once ^ (once >>> 27)) * 0x94D049BB133111EBL;
            return twice ^ (twice >>> 31);
        }
    }
}
