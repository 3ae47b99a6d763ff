package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two loops pick together from two equal nodes: each node is picked once. */
@JCStressTest
@Outcome(
        id = {"0, 1", "1, 0"},
        expect = Expect.ACCEPTABLE,
        desc = "each once")
@Outcome(expect = Expect.FORBIDDEN, desc = "a turn taken twice")
@State
public class SharedCursorStress {
    private final Group group = Group.weighted(1, 1);

    @Actor
    public void first(II_Result result) {
        result.r1 = pick();
    }

    @Actor
    public void second(II_Result result) {
        result.r2 = pick();
    }

    private int pick() {
        Node node = group.selector().pick(new Session(), 0);
        return node == null ? -1 : group.nodes().indexOf(node);
    }
}
