package io.lamplighter.balancer.measure;

import io.lamplighter.balancer.node.ResponseSink;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A loop that has one sample tells three response times while they are drained: each arrives once, whole and in its turn, or is
 * counted as dropped.
 */
@JCStressTest
@Outcome(id = "123, 0", expect = Expect.ACCEPTABLE, desc = "drained in time, twice")
@Outcome(
        id = {"12, 1", "13, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "drained in time, once")
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "drained too late")
@Outcome(expect = Expect.FORBIDDEN, desc = "one lost, seen twice or torn")
@State
public class ResponseReuseStress {
    private final Counters counters = new Counters();
    private final ResponseSamples samples = new ResponseSamples(counters, 1);
    private final ResponseSink loop = samples.newLoop();
    private final Told told = new Told();

    @Actor
    public void loop() {
        Told.tell(loop, 1);
        Told.tell(loop, 2);
        Told.tell(loop, 3);
    }

    @Actor
    public void forecasting() {
        samples.drainTo(told);
        samples.drainTo(told);
    }

    @Arbiter
    public void after(II_Result result) {
        samples.drainTo(told);
        result.r1 = told.arrived();
        result.r2 = (int) counters.value(Counter.RESPONSE_TIMES_DROPPED);
    }
}
