package io.lamplighter.simulator.reports;

import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.agent.report.LoadReport.Usage;
import io.lamplighter.agent.report.LoadReportCodec;
import io.lamplighter.agent.report.ReportKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A server whose agent says what the test wants, five times a second, by a wall clock that the test sets.
 *
 * <p>Threads: reports from a thread of its own; the test's sets what it says.
 */
final class ReportedNode implements AutoCloseable {
    private static final byte[] SECRET = "a-secret-of-the-tests".getBytes(StandardCharsets.US_ASCII);
    private static final ReportKey KEY = new ReportKey(1, SECRET);
    private static final long INTERVAL_MS = 200;

    /** What a key file has to hold. */
    static final String KEY_LINE = "1 " + Base64.getEncoder().encodeToString(SECRET) + "\n";

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final DatagramChannel channel = DatagramChannel.open();
    private final String name;
    private final InetSocketAddress balancer;
    private final long bootId;
    private long sequence; // on the timer's thread
    private volatile double idle;
    private volatile long clockOffMs;

    /**
     * Starts to report.
     *
     * @param idle idle rate of CPU and bandwidth, 0..1
     * @param clockOffMs how far its clock is ahead, milliseconds
     */
    ReportedNode(String name, InetSocketAddress balancer, double idle, long clockOffMs) throws IOException {
        this.name = name;
        this.balancer = balancer;
        this.idle = idle;
        this.clockOffMs = clockOffMs;
        this.bootId = System.currentTimeMillis() + clockOffMs;
        timer.scheduleAtFixedRate(this::report, 0, INTERVAL_MS, TimeUnit.MILLISECONDS);
    }

    void idle(double newIdle) {
        idle = newIdle;
    }

    void clockOffMs(long newClockOffMs) {
        clockOffMs = newClockOffMs;
    }

    private void report() {
        OptionalDouble rate = OptionalDouble.of(idle);
        Usage usage = new Usage(rate, rate, OptionalLong.empty(), OptionalLong.empty());
        long sentAtMs = System.currentTimeMillis() + clockOffMs;
        LoadReport report = new LoadReport(name, bootId, sequence++, sentAtMs, Hardware.UNKNOWN, usage, false);
        ByteBuffer datagram = ByteBuffer.allocate(LoadReportCodec.MAX_LENGTH);
        LoadReportCodec.encode(report, KEY, datagram);
        try {
            channel.send(datagram.flip(), balancer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        timer.shutdownNow();
        channel.close();
    }
}
