package io.lamplighter.balancer.admin;

import static io.netty.handler.codec.http.HttpResponseStatus.BAD_REQUEST;
import static io.netty.handler.codec.http.HttpResponseStatus.FORBIDDEN;
import static io.netty.handler.codec.http.HttpResponseStatus.NOT_FOUND;
import static io.netty.handler.codec.http.HttpResponseStatus.OK;

import io.lamplighter.balancer.admin.NodePath.Found;
import io.lamplighter.balancer.admin.Pages.Page;
import io.lamplighter.balancer.node.AdminOrder;
import io.lamplighter.balancer.node.Availability;
import io.lamplighter.balancer.node.Upstream;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node by itself: shown, and ordered about. An order is in force when it is answered. It stays with the node until it is
 * given back, also over reloads that keep the node, and ends with the process.
 *
 * <p>Threads: confined to the admin event loop, so that one order is read, changed and written before the next.
 */
final class NodeOrders {
    private static final Logger LOG = LoggerFactory.getLogger(NodeOrders.class);

    private final AdminState state;

    NodeOrders(AdminState state) {
        this.state = state;
    }

    /** The node at a target of the {@linkplain NodePath#isFormOf form}, or why there is none. */
    Page page(String target) {
        return with(target, this::shown, page -> page);
    }

    /**
     * Gives the node at a target an order.
     *
     * @param client who orders, for the log
     * @param loop the admin event loop
     * @return completes on that loop with the node's object, or why nothing was ordered
     */
    CompletionStage<Page> order(String target, byte[] body, String client, Executor loop) {
        if (!state.isWritable()) {
            return refused(Page.text(
                    FORBIDDEN, "orders are not taken: the api block of the configuration has to say \"write on;\""));
        }
        return with(target, found -> order(found, body, client, loop), CompletableFuture::completedFuture);
    }

    private CompletionStage<Page> order(Found found, byte[] body, String client, Executor loop) {
        OrderChange read = OrderChange.read(body);
        if (read instanceof OrderChange.Refused refused) {
            return refused(Page.text(BAD_REQUEST, refused.sentence()));
        }
        AdminOrder order = ((OrderChange.Change) read).step().apply(found.node().ordered());
        found.node().order(order);
        LOG.info(
                "api: {} ordered about upstream {}, server {}: state {}, weight {}",
                client,
                found.upstream().name(),
                NodePath.address(found.node()),
                order.availability().map(Availability::lowerName).orElse("as it comes"),
                order.weight().isPresent() ? order.weight().getAsInt() : "as it comes");
        return state.publishWeights().thenApplyAsync(published -> shown(found), loop);
    }

    private static CompletionStage<Page> refused(Page page) {
        return CompletableFuture.completedFuture(page);
    }

    private Page shown(Found found) {
        byte[] json = StateJson.bytes(Snapshot.shown(found.node(), found.isBackup(), state));
        return new Page(OK, "application/json", Unpooled.wrappedBuffer(json));
    }

    /** Finds the node and goes on with it, or with the page that says why there is none. */
    private <T> T with(String target, Function<Found, T> whenFound, Function<Page, T> whenNot) {
        Optional<NodePath> path = NodePath.of(target);
        if (path.isEmpty()) {
            return whenNot.apply(Page.text(BAD_REQUEST, "the request target is not a valid URI"));
        }
        Optional<Upstream> upstream = path.get().upstreamIn(state.generation());
        if (upstream.isEmpty()) {
            return whenNot.apply(Page.text(NOT_FOUND, "no upstream of that name; /state lists them"));
        }
        List<Found> nodes = path.get().nodesIn(upstream.get());
        if (nodes.isEmpty()) {
            return whenNot.apply(
                    Page.text(NOT_FOUND, "no node of that address or name in this upstream; /state lists them"));
        }
        if (nodes.size() > 1) {
            String addresses =
                    nodes.stream().map(each -> NodePath.address(each.node())).collect(Collectors.joining(", "));
            return whenNot.apply(
                    Page.text(BAD_REQUEST, "found a name of several nodes, expected an address, one of " + addresses));
        }
        return whenFound.apply(nodes.get(0));
    }
}
