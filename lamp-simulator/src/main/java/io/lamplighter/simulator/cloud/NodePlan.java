package io.lamplighter.simulator.cloud;

import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.agent.report.ReportKey;
import io.lamplighter.simulator.cloud.ServiceTime.Distribution;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * What an emulated node is.
 *
 * @param name its name in answers and reports
 * @param listen where it serves TCP and UDP lamps; port 0 for any that is free for both
 * @param cores emulated cores, 1 or more
 * @param serviceNs mean time a core spends on a request, nanoseconds
 * @param distribution how service times lie around the mean
 * @param queueLimit most requests inside; further ones are answered BUSY
 * @param linkBitsPerSecond capacity of the emulated link in each direction
 * @param hardware what it says it has
 * @param reportTo the balancers it reports to, once a second
 * @param reportKey signs the reports; empty for unsigned ones
 * @param seed of its chance
 */
public record NodePlan(
        String name,
        InetSocketAddress listen,
        int cores,
        long serviceNs,
        Distribution distribution,
        int queueLimit,
        long linkBitsPerSecond,
        Hardware hardware,
        List<InetSocketAddress> reportTo,
        Optional<ReportKey> reportKey,
        long seed) {
    public NodePlan {
        reportTo = List.copyOf(reportTo);
    }
}
