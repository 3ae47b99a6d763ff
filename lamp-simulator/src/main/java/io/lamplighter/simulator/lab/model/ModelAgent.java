package io.lamplighter.simulator.lab.model;

import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.LoadReportCodec;
import io.lamplighter.simulator.lab.engine.VirtualTime;
import java.nio.ByteBuffer;
import java.util.List;

/** The agent of a node: measures since its last report, and sends real datagrams to every balancer. */
final class ModelAgent {
    private final VirtualTime time;
    private final ModelNode node;
    private final ReportPlan plan;
    private final List<ModelBalancer> balancers;
    private final Chance chance;
    private final long bootId;
    private boolean isSilent;
    private long sequence;
    private double lastTime;
    private double lastBusy;
    private double lastBytes;

    ModelAgent(VirtualTime time, ModelNode node, ReportPlan plan, List<ModelBalancer> balancers, Chance chance) {
        this.time = time;
        this.node = node;
        this.plan = plan;
        this.balancers = balancers;
        this.chance = chance;
        this.bootId = wallMs();
    }

    /** Agents were not all started at the same moment: the first report comes at any time in the first period. */
    void start() {
        time.after(chance.between(0, plan.period()), this::report);
    }

    /** It says nothing more. */
    void silence() {
        isSilent = true;
    }

    private long wallMs() {
        return World.wallMs(time) + Math.round(plan.clockOffset() * 1e3);
    }

    private void report() {
        if (isSilent) {
            return;
        }
        if (time.now() > lastTime) {
            byte[] datagram = measure();
            for (ModelBalancer balancer : balancers) {
                double delay = chance.between(0, plan.delay());
                if (!chance.happens(plan.loss())) {
                    time.after(delay, () -> balancer.hear(ByteBuffer.wrap(datagram)));
                }
            }
        }
        time.after(plan.period(), this::report);
    }

    private byte[] measure() {
        LoadReport report = new LoadReport(
                node.spec().name(),
                bootId,
                sequence++,
                wallMs(),
                node.spec().hardware(),
                node.usage(time.now() - lastTime, lastBusy, lastBytes),
                false);
        lastTime = time.now();
        lastBusy = node.busy();
        lastBytes = node.bytes();
        ByteBuffer buffer = ByteBuffer.allocate(LoadReportCodec.MAX_LENGTH);
        byte[] datagram = new byte[LoadReportCodec.encodeUnsigned(report, buffer)];
        buffer.flip().get(datagram);
        return datagram;
    }
}
