package io.lamplighter.balancer.measure;

import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.ResponseKind;
import io.lamplighter.balancer.node.ResponseSink;
import java.util.Arrays;
import java.util.Queue;
import org.jctools.queues.atomic.SpscAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Response times on their way from the event loops to the one cold thread that forecasts.
 *
 * <p>Each loop has {@value #SAMPLES_PER_LOOP} samples, made with its first response time, that go round between two queues: free
 * ones, and those told. To offer is to take a free one, fill it and put it into the other queue: no allocation, no lock, no
 * compare-and-set, and nothing that another loop writes. When none is free, because the cold thread is slow or stopped, the
 * response time is dropped and counted.
 *
 * <p>Threads: what {@link #newLoop} gives belongs to its loop; one cold thread drains.
 */
public final class ResponseSamples {
    /** At a hundred thousand responses a second, what comes in 40 ms: four times the least pause between two drains. */
    static final int SAMPLES_PER_LOOP = 4_096;

    private final Counters counters;
    private final int samplesPerLoop;
    private volatile ForLoop[] loops = {};

    /** Written by the loop, then read by the cold thread, then the loop's again; the queues hand it over. */
    private static final class Sample {
        private @Nullable Node node;
        private ResponseKind kind = ResponseKind.REPLY;
        private long tookNs;
        private long endedNs;
    }

    /** The response times of one event loop. */
    private final class ForLoop implements ResponseSink {
        private @Nullable Queue<Sample> free;
        private volatile @Nullable Queue<Sample> told; // set after free; null before the first response time

        @Override
        public void took(Node node, ResponseKind kind, long tookNs, long nowNs) {
            Queue<Sample> unused = free;
            if (unused == null) {
                unused = begin();
            }
            Sample sample = unused.poll();
            if (sample == null) {
                counters.count(Counter.RESPONSE_TIMES_DROPPED);
                return;
            }
            sample.node = node;
            sample.kind = kind;
            sample.tookNs = tookNs;
            sample.endedNs = nowNs;
            told.offer(sample); // there are no more samples than places
        }

        private Queue<Sample> begin() {
            Queue<Sample> unused = new SpscAtomicArrayQueue<>(samplesPerLoop);
            for (int i = 0; i < samplesPerLoop; i++) {
                unused.offer(new Sample());
            }
            free = unused;
            told = new SpscAtomicArrayQueue<>(samplesPerLoop);
            return unused;
        }

        private @Nullable Sample oldest() {
            Queue<Sample> waiting = told;
            return waiting == null ? null : waiting.peek();
        }

        private void handOn(Sample oldest, ResponseSink taker) {
            told.poll();
            Node node = oldest.node;
            oldest.node = null; // a node that is gone must not be kept by a sample that waits
            ResponseKind kind = oldest.kind;
            long tookNs = oldest.tookNs;
            long endedNs = oldest.endedNs;
            free.offer(oldest);
            taker.took(node, kind, tookNs, endedNs);
        }
    }

    public ResponseSamples(Counters counters) {
        this(counters, SAMPLES_PER_LOOP);
    }

    /** With fewer samples, which are used again sooner: for tests. */
    ResponseSamples(Counters counters, int samplesPerLoop) {
        this.counters = counters;
        this.samplesPerLoop = samplesPerLoop;
    }

    /** A way in for one more event loop. */
    public synchronized ResponseSink newLoop() {
        ForLoop[] more = Arrays.copyOf(loops, loops.length + 1);
        ForLoop loop = new ForLoop();
        more[loops.length] = loop;
        loops = more;
        return loop;
    }

    /**
     * Hands on what has been told, in the order of its moments over all loops. What is told meanwhile may wait for the next call.
     *
     * @return how many response times there were
     */
    public int drainTo(ResponseSink taker) {
        int most = loops.length * samplesPerLoop;
        int taken = 0;
        while (taken < most && handOnOldest(taker)) {
            taken++;
        }
        return taken;
    }

    private boolean handOnOldest(ResponseSink taker) {
        ForLoop first = null;
        Sample oldest = null;
        for (ForLoop loop : loops) {
            Sample next = loop.oldest();
            if (next != null && (oldest == null || next.endedNs - oldest.endedNs < 0)) {
                first = loop;
                oldest = next;
            }
        }
        if (oldest == null) {
            return false;
        }
        first.handOn(oldest, taker);
        return true;
    }
}
