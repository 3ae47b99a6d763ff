package io.lamplighter.agent;

import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.LoadReportCodec;
import io.lamplighter.agent.report.ReportKey;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * One run of the agent: each call samples the host, makes a report of it and hands the same datagram to every balancer. The
 * first reading has nothing to compare with, so it is taken at the start and reported by nobody.
 *
 * <p>Not for use by several threads.
 */
final class Reporter {
    private final String node;
    private final Supplier<HostReading> sampler;
    private final Supplier<Optional<ReportKey>> key;
    private final BooleanSupplier draining;
    private final LongSupplier wallMs;
    private final Consumer<LoadReport> onReport;
    private final List<ReportSender> senders;
    private final long bootId;
    private final IdleMeter meter = new IdleMeter();
    private final ByteBuffer datagram = ByteBuffer.allocate(LoadReportCodec.MAX_LENGTH);
    private long sequence;

    /**
     * Takes the first reading.
     *
     * @param key signs the next report; empty for unsigned ones
     * @param draining whether the node asks for no new sessions now
     * @param wallMs wall clock, milliseconds since 1970
     * @param onReport sees each report before it is sent
     */
    Reporter(
            String node,
            Supplier<HostReading> sampler,
            Supplier<Optional<ReportKey>> key,
            BooleanSupplier draining,
            LongSupplier wallMs,
            Consumer<LoadReport> onReport,
            List<ReportSender> senders) {
        this.node = node;
        this.sampler = sampler;
        this.key = key;
        this.draining = draining;
        this.wallMs = wallMs;
        this.onReport = onReport;
        this.senders = List.copyOf(senders);
        this.bootId = wallMs.getAsLong();
        meter.usageAt(sampler.get());
    }

    /** Samples and reports once. */
    void report() {
        HostReading reading = sampler.get();
        LoadReport report = new LoadReport(
                node,
                bootId,
                sequence++,
                wallMs.getAsLong(),
                reading.hardware(),
                meter.usageAt(reading),
                draining.getAsBoolean());
        onReport.accept(report);
        encode(report);
        for (ReportSender sender : senders) {
            sender.send(datagram);
        }
    }

    private void encode(LoadReport report) {
        datagram.clear();
        Optional<ReportKey> signing = key.get();
        if (signing.isPresent()) {
            LoadReportCodec.encode(report, signing.get(), datagram);
        } else {
            LoadReportCodec.encodeUnsigned(report, datagram);
        }
        datagram.flip();
    }
}
