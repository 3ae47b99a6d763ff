package io.lamplighter.balancer.watch;

import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.LoadReportCodec;
import io.lamplighter.agent.report.ReportKey;
import io.lamplighter.balancer.config.LoadReportsConfig;
import io.lamplighter.balancer.config.LoadReportsConfig.ReportKeyConfig;
import io.lamplighter.balancer.config.LoadReportsConfig.SourceLimit;
import io.lamplighter.balancer.config.Source;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Reports, keys and configurations that tests of the receiving side share. */
final class Reports {
    static final long EXPIRE_MS = 5_000;
    static final byte[] SECRET = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    static final ReportKey KEY = new ReportKey(1, SECRET);

    private Reports() {}

    static LoadReport report(String node, long bootId, long sequence, long sentAtMs) {
        return report(node, bootId, sequence, sentAtMs, LoadReport.Usage.UNKNOWN);
    }

    /** The same with these idle rates, 0..1. */
    static LoadReport idle(LoadReport report, double cpu, double bandwidth) {
        LoadReport.Usage usage = new LoadReport.Usage(
                OptionalDouble.of(cpu), OptionalDouble.of(bandwidth), OptionalLong.empty(), OptionalLong.empty());
        return report(report.node(), report.bootId(), report.sequence(), report.sentAtMs(), usage);
    }

    private static LoadReport report(String node, long bootId, long sequence, long sentAtMs, LoadReport.Usage usage) {
        return new LoadReport(node, bootId, sequence, sentAtMs, LoadReport.Hardware.UNKNOWN, usage, false);
    }

    static ByteBuffer signed(LoadReport report) {
        return signed(report, KEY);
    }

    static ByteBuffer signed(LoadReport report, ReportKey key) {
        ByteBuffer datagram = ByteBuffer.allocate(LoadReportCodec.MAX_LENGTH);
        LoadReportCodec.encode(report, key, datagram);
        return datagram.flip();
    }

    /** The bytes of a signed report, to be damaged. */
    static byte[] bytes(LoadReport report) {
        return bytes(signed(report));
    }

    static byte[] bytes(ByteBuffer datagram) {
        byte[] bytes = new byte[datagram.remaining()];
        datagram.get(bytes);
        return bytes;
    }

    static ByteBuffer unsigned(LoadReport report) {
        ByteBuffer datagram = ByteBuffer.allocate(LoadReportCodec.MAX_LENGTH);
        LoadReportCodec.encodeUnsigned(report, datagram);
        return datagram.flip();
    }

    static LoadReportsConfig config(boolean unsigned) {
        return config(unsigned, new ReportKeyConfig(1, SECRET));
    }

    static LoadReportsConfig config(boolean unsigned, ReportKeyConfig... keys) {
        return config(unsigned, Optional.empty(), keys);
    }

    /** Signed reports with the usual key, and so many datagrams of a source. */
    static LoadReportsConfig config(SourceLimit limit) {
        return config(false, Optional.of(limit), new ReportKeyConfig(1, SECRET));
    }

    private static LoadReportsConfig config(boolean unsigned, Optional<SourceLimit> limit, ReportKeyConfig... keys) {
        InetSocketAddress listen = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return new LoadReportsConfig(listen, List.of(keys), EXPIRE_MS, unsigned, limit, new Source("test.conf", 1));
    }
}
