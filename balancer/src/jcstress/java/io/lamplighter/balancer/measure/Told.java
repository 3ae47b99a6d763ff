package io.lamplighter.balancer.measure;

import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.ResponseKind;
import io.lamplighter.balancer.node.ResponseSink;

/** Response times that are numbered and of which each part tells the number, so that a torn one is seen as such. */
final class Told implements ResponseSink {
    private static final Node[] NODES = {Nodes.node(1), Nodes.node(2), Nodes.node(3), Nodes.node(4)};

    /** The numbers that arrived, in their order, as decimal digits; negative once one was torn. */
    private int arrived;

    /** Tells the response time of a number from 1 to 4. */
    static void tell(ResponseSink loop, int number) {
        loop.took(NODES[number - 1], ResponseKind.values()[number - 1], number, number);
    }

    @Override
    public void took(Node node, ResponseKind kind, long tookNs, long nowNs) {
        int number = (int) tookNs;
        boolean isWhole = node == NODES[number - 1] && kind.ordinal() == number - 1 && nowNs == tookNs;
        arrived = isWhole && arrived >= 0 ? 10 * arrived + number : -1;
    }

    int arrived() {
        return arrived;
    }
}
