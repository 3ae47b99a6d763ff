package io.lamplighter.balancer.pick;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * The circle of {@code hash … consistent}: each server marks {@value #POINTS_PER_WEIGHT} points for each unit of its weight,
 * and a key belongs to the first point at or after its own hash. The points are those of nginx and Cache::Memcached::Fast:
 * {@code crc32(HOST 0 PORT PREVIOUS)}, where PREVIOUS is the point before in four bytes, least significant first, and 0 at
 * the beginning. They depend on the server's name as written and on nothing else, so neither the order of the servers nor
 * what their names resolve to moves a key.
 *
 * <p>Where two servers mark the same point, the name that sorts first has it; nginx leaves that to its sorting. Beyond
 * {@value #MAX_POINTS} points in all (64 MiB in nginx) each server's are thinned out in proportion, to at least one, and
 * keys no longer belong to the servers that they have in nginx.
 *
 * <p>Threads: immutable.
 */
final class KetamaRing {
    static final int POINTS_PER_WEIGHT = 160;
    static final int MAX_POINTS = 1 << 22;

    private static final int OWNER_BITS = 31;
    private static final long OWNER_MASK = (1L << OWNER_BITS) - 1;

    /** Points to a bucket, about. */
    private static final int BUCKET_POINTS = 4;

    private final int[] hashes;
    private final int[] owners;

    /**
     * Where to begin to look for a hash: the first point of each part of the circle, all parts of one size. The points lie as
     * chance has it, so a part holds a few, and a search takes the same few steps whatever the number of points.
     */
    private final int[] buckets;

    private final int bucketShift;

    /**
     * @param names the servers in sorted order, each once, as written: {@code host:port} or {@code unix:path}
     * @param weights one for each server, at least 0
     */
    KetamaRing(String[] names, int[] weights) {
        // Hash above, owner below: sorting puts the points in order, and the first name first among equal points.
        long[] points = new long[0];
        int size = 0;
        for (int i = 0; i < names.length; i++) {
            int count = pointCount(weights[i], SmoothSchedule.sum(weights));
            points = size + count > points.length ? Arrays.copyOf(points, Math.max(size + count, 2 * size)) : points;
            mark(points, size, count, names[i], i);
            size += count;
        }
        Arrays.sort(points, 0, size);
        hashes = new int[size];
        owners = new int[size];
        for (int i = 0; i < size; i++) {
            hashes[i] = (int) (points[i] >>> OWNER_BITS);
            owners[i] = (int) (points[i] & OWNER_MASK);
        }
        bucketShift = Integer.numberOfLeadingZeros(Math.max(2, Integer.highestOneBit(size / BUCKET_POINTS))) + 1;
        buckets = buckets(hashes, bucketShift);
    }

    private static int[] buckets(int[] hashes, int shift) {
        int[] buckets = new int[1 << (32 - shift)];
        int place = 0;
        for (int bucket = 0; bucket < buckets.length; bucket++) {
            while (place < hashes.length && hashes[place] >>> shift < bucket) {
                place++;
            }
            buckets[bucket] = place;
        }
        return buckets;
    }

    private static int pointCount(int weight, long sum) {
        long wanted = (long) weight * POINTS_PER_WEIGHT;
        long ofAll = sum * POINTS_PER_WEIGHT;
        double kept = Math.min(1, (double) MAX_POINTS / Math.max(1, ofAll));
        return (int) Math.ceil(wanted * kept);
    }

    private static void mark(long[] points, int from, int count, String name, int owner) {
        byte[] server = hostAndPort(name);
        CRC32 crc = new CRC32();
        long hash = 0;
        for (int i = 0; i < count; i++) {
            crc.reset();
            crc.update(server, 0, server.length);
            for (int shift = 0; shift < 32; shift += 8) {
                crc.update((int) (hash >>> shift) & 0xff);
            }
            hash = crc.getValue();
            points[from + i] = hash << OWNER_BITS | owner;
        }
    }

    /** HOST, 0, PORT. As in nginx the port is what follows the last colon, if digits only. */
    private static byte[] hostAndPort(String name) {
        if (name.regionMatches(true, 0, "unix:", 0, 5)) {
            return bytes(name.substring(5) + '\0');
        }
        int digits = name.length();
        while (digits > 0 && name.charAt(digits - 1) >= '0' && name.charAt(digits - 1) <= '9') {
            digits--;
        }
        boolean hasPort = digits > 0 && name.charAt(digits - 1) == ':';
        return bytes(hasPort ? name.substring(0, digits - 1) + '\0' + name.substring(digits) : name + '\0');
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    boolean isEmpty() {
        return hashes.length == 0;
    }

    /** The place of the first point at or after {@code hash}; one past the end when there is none. */
    int place(int hash) {
        int place = buckets[hash >>> bucketShift];
        while (place < hashes.length && Integer.compareUnsigned(hashes[place], hash) < 0) {
            place++;
        }
        return place;
    }

    /** Which server owns the point at {@code place}, counted round and round. */
    int owner(int place) {
        return owners[place % owners.length];
    }
}
