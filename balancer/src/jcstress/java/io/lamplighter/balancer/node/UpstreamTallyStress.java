package io.lamplighter.balancer.node;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two loops borrow from two nodes of an upstream, one of which has one place; one session ends: the tally is exact. */
@JCStressTest
@Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "one has the last place, one the node with room, one left it")
@Outcome(expect = Expect.FORBIDDEN, desc = "a session lost or counted twice")
@State
public class UpstreamTallyStress {
    private final AtomicInteger tally = new AtomicInteger();
    private final Node narrow = node(1);
    private final Node wide = node(0);

    private Node node(int maxConns) {
        return new Node(
                new NodeKey("up", Lines.address("10.0.0.1:1"), maxConns),
                Lines.line("10.0.0.1:1").maxConns(maxConns).server(),
                false,
                tally);
    }

    @Actor
    public void first() {
        narrow.tryBorrow(0);
        if (wide.tryBorrow(0)) {
            wide.release();
        }
    }

    @Actor
    public void second() {
        narrow.tryBorrow(0, 1);
        wide.tryBorrow(0);
    }

    @Arbiter
    public void after(II_Result result) {
        result.r1 = wide.upstreamInFlight();
        result.r2 = narrow.inFlight() + wide.inFlight();
    }
}
