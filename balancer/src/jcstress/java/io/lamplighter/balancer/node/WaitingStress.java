package io.lamplighter.balancer.node;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A session ends its wait and another begins one while a third loop looks: number and moments always fit together. */
@JCStressTest
@Outcome(
        id = {"3200", "0", "2400", "1600"},
        expect = Expect.ACCEPTABLE,
        desc = "the first waits, nobody does, both do, the second does")
@Outcome(expect = Expect.FORBIDDEN, desc = "a number and a sum of different moments")
@State
public class WaitingStress {
    private final NodeTimes times = new NodeTimes();

    public WaitingStress() {
        times.beginWaiting(0);
    }

    @Actor
    public void ends() {
        times.endWaiting(0);
    }

    @Actor
    public void begins() {
        times.beginWaiting(1_600);
    }

    @Actor
    public void looks(I_Result result) {
        result.r1 = times.meanWaitMs(3_200);
    }
}
