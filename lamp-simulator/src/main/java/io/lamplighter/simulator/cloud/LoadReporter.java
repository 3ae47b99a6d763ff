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
    private final Channel channel;
    private final long bootId = System.currentTimeMillis();
    private long sequence;

    LoadReporter(NodePlan plan, IdleMeter meter, Channel channel) {
        this.plan = plan;
        this.meter = meter;
        this.channel = channel;
    }

    void report() {
        IdleRates idle = meter.read(System.nanoTime());
        Usage usage = new Usage(
                OptionalDouble.of(idle.cpu()),
                OptionalDouble.of(idle.bandwidth()),
                OptionalLong.empty(),
                OptionalLong.empty());
        LoadReport report = new LoadReport(
                plan.name(), bootId, sequence++, System.currentTimeMillis(), plan.hardware(), usage, false);
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
}
