package io.lamplighter.simulator.cloud;

import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.LoadReport.Usage;
import io.lamplighter.agent.report.LoadReportCodec;
import io.lamplighter.simulator.cloud.IdleMeter.IdleRates;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Tells the balancers once a second how idle the emulated machine was. Belongs to the node's event loop. */
final class LoadReporter {
    private final NodePlan plan;
    private final IdleMeter meter;
    private final Connections connections;
    private final Channel channel;
    private long bootId = System.currentTimeMillis();
    private long sequence;
    private boolean isDraining;
    private boolean isSilent;

    LoadReporter(NodePlan plan, IdleMeter meter, Connections connections, Channel channel) {
        this.plan = plan;
        this.meter = meter;
        this.connections = connections;
        this.channel = channel;
    }

    void setDraining(boolean draining) {
        isDraining = draining;
        report();
    }

    /** Whether nothing is reported from now on, as by a machine that is down or stands still. */
    void setSilent(boolean silent) {
        isSilent = silent;
    }

    /** Reports as a machine that has just started. */
    void restart() {
        bootId = System.currentTimeMillis();
        sequence = 0;
        isSilent = false;
        report();
    }

    void report() {
        IdleRates idle = meter.read(System.nanoTime());
        if (isSilent) {
            return;
        }
        LoadReport report = new LoadReport(
                plan.name(), bootId, sequence++, System.currentTimeMillis(), plan.hardware(), usage(idle), isDraining);
        ByteBuffer bytes = ByteBuffer.allocate(LoadReportCodec.MAX_LENGTH);
        plan.reportKey()
                .ifPresentOrElse(
                        key -> LoadReportCodec.encode(report, key, bytes),
                        () -> LoadReportCodec.encodeUnsigned(report, bytes));
        bytes.flip();
        for (InetSocketAddress balancer : plan.reportTo()) {
            // Not waited for and not retried: the next report is newer than a repeated one would be.
            channel.writeAndFlush(new DatagramPacket(Unpooled.wrappedBuffer(bytes.duplicate()), balancer));
        }
    }

    private Usage usage(IdleRates idle) {
        OptionalLong memoryUsed = plan.hardware().memoryBytes().isPresent()
                ? OptionalLong.of(Math.min(
                        plan.hardware().memoryBytes().getAsLong(), connections.count() * plan.connectionBytes()))
                : OptionalLong.empty();
        return new Usage(
                OptionalDouble.of(idle.cpu()), OptionalDouble.of(idle.bandwidth()), memoryUsed, OptionalLong.empty());
    }
}
