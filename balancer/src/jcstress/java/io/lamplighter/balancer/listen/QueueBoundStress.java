package io.lamplighter.balancer.listen;

import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two loops want the last seat of a queue: one of them gets it. */
@JCStressTest
@Outcome(
        id = {"1, 0, 1", "0, 1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "one waits")
@Outcome(expect = Expect.FORBIDDEN, desc = "the bound exceeded, or a seat lost")
@State
public class QueueBoundStress {
    private final UpstreamQueue queue = new UpstreamQueue(List.of());

    @Actor
    public void first(III_Result result) {
        result.r1 = queue.takeSeat(1) ? 1 : 0;
    }

    @Actor
    public void second(III_Result result) {
        result.r2 = queue.takeSeat(1) ? 1 : 0;
    }

    @Arbiter
    public void after(III_Result result) {
        result.r3 = queue.waiting();
    }
}
