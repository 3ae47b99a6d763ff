package io.lamplighter.simulator.cloud;

import io.lamplighter.simulator.frame.LampFrame;
import io.lamplighter.simulator.frame.LampFrame.Kind;
import io.lamplighter.simulator.frame.LampFrameCodec;
import io.lamplighter.simulator.frame.NodeAnswer;
import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Serves requests at the speed of the emulated machine: a timer stands for the work. A request that finds the queue full is
 * answered BUSY at once, so nothing grows without a bound. Everything happens on the node's event loop.
 */
final class ServiceDesk {
    private final String nodeName;
    private final EventLoop loop;
    private final ServiceQueue queue;
    private final IdleMeter meter;
    private final LongSupplier serviceNs;

    ServiceDesk(String nodeName, EventLoop loop, ServiceQueue queue, IdleMeter meter, LongSupplier serviceNs) {
        this.nodeName = nodeName;
        this.loop = loop;
        this.queue = queue;
        this.meter = meter;
        this.serviceNs = serviceNs;
    }

    /** Takes a request; {@code reply} is called on the event loop, now or when the emulated work is done. */
    void serve(LampFrame request, Consumer<LampFrame> reply) {
        meter.received(LampFrameCodec.sizeBytes(request));
        if (queue.isFull()) {
            answer(request, Kind.BUSY, reply);
            return;
        }
        long nowNs = System.nanoTime();
        long endNs = queue.admit(nowNs, serviceNs.getAsLong());
        loop.schedule(() -> finish(request, reply), endNs - nowNs, TimeUnit.NANOSECONDS);
    }

    private void finish(LampFrame request, Consumer<LampFrame> reply) {
        queue.done();
        answer(request, Kind.ANSWER, reply);
    }

    private void answer(LampFrame request, Kind kind, Consumer<LampFrame> reply) {
        LampFrame answer = request.answer(kind, NodeAnswer.of(nodeName, request.payload()));
        meter.sent(LampFrameCodec.sizeBytes(answer));
        reply.accept(answer);
    }
}
