package io.lamplighter.balancer.node;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two loops want the last place of a node: one of them gets it. */
@JCStressTest
@Outcome(
        id = {"1, 0, 1", "0, 1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "one borrowed")
@Outcome(expect = Expect.FORBIDDEN, desc = "max_conns exceeded, or a place lost")
@State
public class BorrowLimitStress {
    private final Node node = Lines.line("10.0.0.1:1").maxConns(1).node();

    @Actor
    public void first(III_Result result) {
        result.r1 = node.tryBorrow(0) ? 1 : 0;
    }

    @Actor
    public void second(III_Result result) {
        result.r2 = node.tryBorrow(0) ? 1 : 0;
    }

    @Arbiter
    public void after(III_Result result) {
        result.r3 = node.inFlight();
    }
}
