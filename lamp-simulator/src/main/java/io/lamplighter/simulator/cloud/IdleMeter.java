package io.lamplighter.simulator.cloud;

/**
 * How idle the emulated machine was since the last look: its cores by how many requests were inside, its link by the bytes
 * that went through. The link is full duplex, so the busier direction counts. Bytes are those of lamp frames; headers of TCP,
 * UDP and IP are left out. Not thread-safe; belongs to the node's event loop.
 */
final class IdleMeter {
    private final int cores;
    private final double linkBytesPerNs;
    private long receivedBytes;
    private long sentBytes;
    private double busyCoreNs;
    private long busySinceNs;
    private int busyCores;
    private long lastReadNs;

    /** @param linkBitsPerSecond capacity of the emulated link in each direction, more than 0 */
    IdleMeter(int cores, long linkBitsPerSecond, long nowNs) {
        this.cores = cores;
        linkBytesPerNs = linkBitsPerSecond / 8e9;
        lastReadNs = nowNs;
        busySinceNs = nowNs;
    }

    void received(int bytes) {
        receivedBytes += bytes;
    }

    void sent(int bytes) {
        sentBytes += bytes;
    }

    /** So many requests are inside from now on. A core with work to do is busy at whatever speed it works. */
    void inside(int requests, long nowNs) {
        busyCoreNs += (double) busyCores * (nowNs - busySinceNs);
        busySinceNs = nowNs;
        busyCores = Math.min(cores, requests);
    }

    /** The idle rates since the last call (or the beginning), and begins anew. */
    IdleRates read(long nowNs) {
        inside(busyCores, nowNs);
        long elapsedNs = nowNs - lastReadNs;
        IdleRates rates = elapsedNs <= 0
                ? IdleRates.ALL_IDLE
                : new IdleRates(
                        idle(busyCoreNs / ((double) elapsedNs * cores)),
                        idle(Math.max(receivedBytes, sentBytes) / (elapsedNs * linkBytesPerNs)));
        lastReadNs = nowNs;
        busyCoreNs = 0;
        receivedBytes = 0;
        sentBytes = 0;
        return rates;
    }

    private static double idle(double used) {
        return Math.min(1, Math.max(0, 1 - used));
    }

    /**
     * Idle rates of one interval.
     *
     * @param cpu 0..1
     * @param bandwidth 0..1
     */
    record IdleRates(double cpu, double bandwidth) {
        static final IdleRates ALL_IDLE = new IdleRates(1, 1);
    }
}
