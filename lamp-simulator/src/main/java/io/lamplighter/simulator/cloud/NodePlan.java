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
 * @param speed how much faster they are than those the service time is meant for, more than 0
 * @param serviceNs mean time a core of speed 1 spends on a request, nanoseconds
 * @param distribution how service times lie around the mean
 * @param discipline in which order requests are served
 * @param queueLimit most requests inside; further ones are answered BUSY
 * @param connectionLimit most TCP connections; further ones are closed at once
 * @param linkBitsPerSecond capacity of the emulated link in each direction
 * @param hardware what it says it has
 * @param connectionBytes memory it says a connection takes
 * @param reportTo the balancers it reports to, once a second
 * @param reportKey signs the reports; empty for unsigned ones
 * @param script what it does by itself
 * @param obeys whether it does what ORDER frames say
 * @param seed of its chance
 */
public record NodePlan(
        String name,
        InetSocketAddress listen,
        int cores,
        double speed,
        long serviceNs,
        Distribution distribution,
        Discipline.Kind discipline,
        int queueLimit,
        int connectionLimit,
        long linkBitsPerSecond,
        Hardware hardware,
        long connectionBytes,
        List<InetSocketAddress> reportTo,
        Optional<ReportKey> reportKey,
        List<TimedOrder> script,
        boolean obeys,
        long seed) {
    public NodePlan {
        reportTo = List.copyOf(reportTo);
        script = List.copyOf(script);
    }
}
