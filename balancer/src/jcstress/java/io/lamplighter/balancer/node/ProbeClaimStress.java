package io.lamplighter.balancer.node;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two loops find a failed node due for a try: one of them gets it, and the other leaves nothing behind. */
@JCStressTest
@Outcome(
        id = {"1, 0, 1", "0, 1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "one tries")
@Outcome(expect = Expect.FORBIDDEN, desc = "both or none try, or a place is lost")
@State
public class ProbeClaimStress {
    private final Node node = Lines.line("10.0.0.1:1").maxFails(1, 1_000).node();

    public ProbeClaimStress() {
        node.failed(0);
    }

    @Actor
    public void first(III_Result result) {
        result.r1 = node.tryBorrow(1_001) ? 1 : 0;
    }

    @Actor
    public void second(III_Result result) {
        result.r2 = node.tryBorrow(1_001) ? 1 : 0;
    }

    @Arbiter
    public void after(III_Result result) {
        result.r3 = node.inFlight();
    }
}
