package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Node a has all the weight, then b has. A loop that picks meanwhile gets one of them whole: never nobody, and never a again
 * once it got b, as the new table cannot be unseen.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "both before")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "published between")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "both after")
@Outcome(expect = Expect.FORBIDDEN, desc = "a mixture of two tables")
@State
public class PublishPickStress {
    private final Group group = Group.dynamic(1, 0);
    private final PickGroup selector = group.selectors().primary();

    @Actor
    public void weigher() {
        selector.publish(new int[] {0, 1});
    }

    @Actor
    public void loop(II_Result result) {
        result.r1 = pick();
        result.r2 = pick();
    }

    private int pick() {
        Node node = selector.pick(new Session(), 0);
        return node == null ? -1 : group.nodes().indexOf(node);
    }
}
