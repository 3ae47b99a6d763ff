package io.lamplighter.balancer.measure;

import io.lamplighter.balancer.node.ResponseSink;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A loop begins and tells two response times, which it has room for, while those of another loop are drained: all arrive once, those
 * of a loop in their order.
 */
@JCStressTest
@Outcome(
        id = {"1234", "1324", "1342", "3124", "3142", "3412"},
        expect = Expect.ACCEPTABLE,
        desc = "all four")
@Outcome(expect = Expect.FORBIDDEN, desc = "one lost, seen twice, torn or overtaken by a later one")
@State
public class ResponseLoopsStress {
    private final ResponseSamples samples = new ResponseSamples(new Counters(), 2);
    private final Told told = new Told();

    public ResponseLoopsStress() {
        ResponseSink loop = samples.newLoop();
        Told.tell(loop, 3);
        Told.tell(loop, 4);
    }

    @Actor
    public void loop() {
        ResponseSink loop = samples.newLoop();
        Told.tell(loop, 1);
        Told.tell(loop, 2);
    }

    @Actor
    public void forecasting() {
        samples.drainTo(told);
    }

    @Arbiter
    public void after(I_Result result) {
        samples.drainTo(told);
        result.r1 = told.arrived();
    }
}
