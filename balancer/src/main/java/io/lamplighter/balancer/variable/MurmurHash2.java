package io.lamplighter.balancer.variable;

/** The 32-bit hash by Austin Appleby (MurmurHash2.cpp, public domain) with the seed 0. */
final class MurmurHash2 {
    private static final int FACTOR = 0x5bd1e995;
    private static final int SHIFT = 24;

    private MurmurHash2() {}

    /** 0 to 2^32 - 1. */
    static long hash(byte[] data) {
        int hash = data.length;
        int position = 0;
        for (; data.length - position >= 4; position += 4) {
            int k = word(data, position) * FACTOR;
            k ^= k >>> SHIFT;
            hash = hash * FACTOR ^ k * FACTOR;
        }
        if (position < data.length) {
            hash = (hash ^ rest(data, position)) * FACTOR;
        }
        hash = (hash ^ hash >>> 13) * FACTOR;
        return Integer.toUnsignedLong(hash ^ hash >>> 15);
    }

    private static int word(byte[] data, int at) {
        return (data[at] & 0xFF) | (data[at + 1] & 0xFF) << 8 | (data[at + 2] & 0xFF) << 16 | data[at + 3] << 24;
    }

    private static int rest(byte[] data, int from) {
        int rest = 0;
        for (int i = data.length - 1; i >= from; i--) {
            rest = rest << 8 | (data[i] & 0xFF);
        }
        return rest;
    }
}
