package io.lamplighter.agent;

import io.lamplighter.agent.report.LoadReport;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A report as a line for people. */
final class ReportText {
    private static final double GIB = 1L << 30;
    private static final String UNKNOWN = "unknown";

    private ReportText() {}

    static String line(LoadReport report) {
        LoadReport.Hardware hardware = report.hardware();
        LoadReport.Usage usage = report.usage();
        String clock = hardware.clockMhz().isPresent() ? hardware.clockMhz().getAsInt() + " MHz" : UNKNOWN;
        String cores =
                hardware.cores().isPresent() ? format("%.4g", hardware.cores().getAsDouble()) : UNKNOWN;
        return format(
                "%s #%d: cpu idle %s, bandwidth idle %s, cores %s, clock %s, memory %s of %s, disk %s of %s%s",
                report.node(),
                report.sequence(),
                percent(usage.cpuIdle()),
                percent(usage.bandwidthIdle()),
                cores,
                clock,
                gib(usage.memoryUsedBytes()),
                gib(hardware.memoryBytes()),
                gib(usage.diskUsedBytes()),
                gib(hardware.diskBytes()),
                report.draining() ? ", draining" : "");
    }

    private static String percent(OptionalDouble share) {
        return share.isPresent() ? format("%.1f %%", share.getAsDouble() * 100) : UNKNOWN;
    }

    private static String gib(OptionalLong bytes) {
        return bytes.isPresent() ? format("%.1f GiB", bytes.getAsLong() / GIB) : UNKNOWN;
    }

    @SuppressWarnings("AnnotateFormatMethod") // private, and its callers are above
    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
