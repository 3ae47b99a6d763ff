package io.lamplighter.balancer.node;

import io.lamplighter.balancer.config.BalancingMethod.TimeMetric;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Two loops add a sample each to an average of 100: both count, in one order or the other. */
@JCStressTest
@Outcome(id = "155", expect = Expect.ACCEPTABLE, desc = "200, then 1,100")
@Outcome(id = "153", expect = Expect.ACCEPTABLE, desc = "1,100, then 200")
@Outcome(expect = Expect.FORBIDDEN, desc = "a sample lost")
@State
public class TimeAverageStress {
    private final NodeTimes times = new NodeTimes();

    public TimeAverageStress() {
        times.took(TimeMetric.CONNECT, 100);
    }

    @Actor
    public void first() {
        times.took(TimeMetric.CONNECT, 200);
    }

    @Actor
    public void second() {
        times.took(TimeMetric.CONNECT, 1_100);
    }

    @Arbiter
    public void after(I_Result result) {
        result.r1 = times.averageMs(TimeMetric.CONNECT);
    }
}
