package io.lamplighter.balancer.watch;

import io.lamplighter.agent.report.ReportKey;
import io.lamplighter.balancer.config.LoadReportsConfig.SourceLimit;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What a datagram on the report port costs the cold loop once it was read from the socket. Decoding and verifying is the whole
 * of it: a replay is told from news by two comparisons.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ReportBenchmark {
    private static final long NOW_MS = 1_790_000_000_000L;

    private final ReportGate gate = new ReportGate();
    private final InetAddress source = InetAddress.getLoopbackAddress();
    private final SourceLimiter limiter =
            new SourceLimiter(new SourceLimit(100, 1_000, 100), 0, new SplittableRandom(20261130));
    // In direct memory, as a socket leaves it.
    private final ByteBuffer verified = ByteBuffer.allocateDirect(512);
    private final ByteBuffer forged = ByteBuffer.allocateDirect(512);
    private final ByteBuffer rubbish = ByteBuffer.allocateDirect(512);

    @Setup
    public void hearOnce() {
        gate.trust(ReportTrust.of(Reports.config(false), Set.of("a")));
        ByteBuffer report = Reports.signed(Reports.report("a", NOW_MS, 1, NOW_MS));
        verified.put(report.duplicate()).flip();
        gate.admit(verified, 0, NOW_MS);
        forged.put(Reports.signed(
                        Reports.report("a", NOW_MS, 2, NOW_MS),
                        new ReportKey(1, new byte[ReportKey.MIN_SECRET_LENGTH])))
                .flip();
        rubbish.position(150).flip();
    }

    /** Decoded and verified, as every report that is believed. */
    @Benchmark
    public Object verified() {
        return gate.admit(verified, 0, NOW_MS);
    }

    /** Its signature does not match. */
    @Benchmark
    public Object forged() {
        return gate.admit(forged, 0, NOW_MS);
    }

    /** It does not begin like a report. */
    @Benchmark
    public Object rubbish() {
        return gate.admit(rubbish, 0, NOW_MS);
    }

    /** Its source is over its rate: all but the first hundred are. */
    @Benchmark
    public boolean overRate() {
        return limiter.tryTake(source, 0);
    }
}
