package io.lamplighter.simulator.cloud;

/**
 * How idle the emulated machine was since the last look: its cores by what the queue served, its link by the bytes that
 * went through. The link is full duplex, so the busier direction counts. Bytes are those of lamp frames; headers of TCP,
 * UDP and IP are left out. Not thread-safe; belongs to the node's event loop.
 */
final class IdleMeter {
    private final ServiceQueue queue;
    private final double linkBytesPerNs;
    private long receivedBytes;
    private long sentBytes;
    private long lastNs;
    private long lastBusyNs;

    /** @param linkBitsPerSecond capacity of the emulated link in each direction, more than 0 */
    IdleMeter(ServiceQueue queue, long linkBitsPerSecond, long nowNs) {
        this.queue = queue;
        linkBytesPerNs = linkBitsPerSecond / 8e9;
        lastNs = nowNs;
        lastBusyNs = queue.busyNs(nowNs);
    }

    void received(int bytes) {
        receivedBytes += bytes;
    }

    void sent(int bytes) {
        sentBytes += bytes;
    }

    /** The idle rates since the last call (or the beginning), and begins anew. */
    IdleRates read(long nowNs) {
        long elapsedNs = nowNs - lastNs;
        long busyNs = queue.busyNs(nowNs);
        IdleRates rates = elapsedNs <= 0
                ? IdleRates.ALL_IDLE
                : new IdleRates(
                        idle((double) (busyNs - lastBusyNs) / ((double) elapsedNs * queue.cores())),
                        idle(Math.max(receivedBytes, sentBytes) / (elapsedNs * linkBytesPerNs)));
        lastNs = nowNs;
        lastBusyNs = busyNs;
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
