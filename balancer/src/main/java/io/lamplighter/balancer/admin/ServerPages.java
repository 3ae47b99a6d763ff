package io.lamplighter.balancer.admin;

import static io.netty.handler.codec.http.HttpResponseStatus.BAD_REQUEST;
import static io.netty.handler.codec.http.HttpResponseStatus.CONFLICT;
import static io.netty.handler.codec.http.HttpResponseStatus.CREATED;
import static io.netty.handler.codec.http.HttpResponseStatus.FORBIDDEN;
import static io.netty.handler.codec.http.HttpResponseStatus.INTERNAL_SERVER_ERROR;
import static io.netty.handler.codec.http.HttpResponseStatus.NOT_FOUND;
import static io.netty.handler.codec.http.HttpResponseStatus.NO_CONTENT;
import static io.netty.handler.codec.http.HttpResponseStatus.OK;
import static io.netty.handler.codec.http.HttpResponseStatus.SERVICE_UNAVAILABLE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lamplighter.balancer.admin.Pages.Page;
import io.lamplighter.balancer.config.ServerLine;
import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.config.UpstreamServer;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@code server} lines of an upstream: shown, added (POST), changed (PATCH) and removed (DELETE), as in the API of nginx's
 * commercial edition. An order is in force, and in the {@code state} file if there is one, when it is answered.
 *
 * <p>Threads: the admin event loop; what orders come to is worked out where the balancer makes its generations.
 */
final class ServerPages {
    private static final Logger LOG = LoggerFactory.getLogger(ServerPages.class);

    private final AdminState state;

    ServerPages(AdminState state) {
        this.state = state;
    }

    static boolean isFormOf(String target) {
        return ServerPath.isFormOf(target);
    }

    /** The methods that change what the target of the form means. */
    static List<HttpMethod> orders(String target) {
        return ServerPath.isOfOne(target) ? List.of(HttpMethod.PATCH, HttpMethod.DELETE) : List.of(HttpMethod.POST);
    }

    /** All servers of an upstream, or one. */
    Page page(String target) {
        Optional<ServerPath> path = ServerPath.of(target);
        if (path.isEmpty()) {
            return noUri();
        }
        Optional<UpstreamConfig> upstream = state.configured(path.get().upstream());
        if (upstream.isEmpty()) {
            return noUpstream();
        }
        List<UpstreamServer> servers = upstream.get().servers();
        if (path.get().id().isEmpty()) {
            ArrayNode all = OrderChange.JSON.createArrayNode();
            for (int i = 0; i < servers.size(); i++) {
                all.add(tree(servers, i));
            }
            return json(OK, all);
        }
        OptionalInt index = path.get().indexIn(servers);
        return index.isEmpty() ? noServer() : json(OK, tree(servers, index.getAsInt()));
    }

    /**
     * Changes the servers of an upstream.
     *
     * @param method one of the {@linkplain #orders orders} of the target
     * @param client who orders, for the log
     * @param loop the admin event loop
     * @return completes on that loop with the server's object, or why nothing was changed
     */
    CompletionStage<Page> order(HttpMethod method, String target, byte[] body, String client, Executor loop) {
        if (!state.isWritable()) {
            return CompletableFuture.completedFuture(Page.text(
                    FORBIDDEN, "orders are not taken: the api block of the configuration has to say \"write on;\""));
        }
        Optional<ServerPath> path = ServerPath.of(target);
        if (path.isEmpty()) {
            return CompletableFuture.completedFuture(noUri());
        }
        return state.changeServers(path.get().upstream(), upstream -> change(method, path.get(), body, upstream))
                .handleAsync((page, failure) -> answer(page, failure, method, path.get(), client), loop);
    }

    private static Page answer(
            @Nullable Page page, @Nullable Throwable failure, HttpMethod method, ServerPath path, String client) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause instanceof UncheckedIOException unwritten) {
            LOG.error("upstream {}: the order of {} cannot be kept", path.upstream(), client, unwritten.getCause());
            return Page.text(
                    INTERNAL_SERVER_ERROR,
                    "nothing was changed: " + unwritten.getCause().getMessage());
        }
        if (cause instanceof RejectedExecutionException) {
            return Page.text(SERVICE_UNAVAILABLE, "nothing was changed: the balancer is stopping");
        }
        if (page == null) {
            throw new CompletionException(cause);
        }
        if (page.status().code() < BAD_REQUEST.code()) {
            LOG.info("api: {} changed the servers of upstream {} ({})", client, path.upstream(), method);
        }
        return page;
    }

    private static ServerChange<Page> change(
            HttpMethod method, ServerPath path, byte[] body, Optional<UpstreamConfig> found) {
        if (found.isEmpty()) {
            return refused(noUpstream());
        }
        UpstreamConfig upstream = found.get();
        if (upstream.zone().isEmpty()) {
            return refused(Page.text(
                    CONFLICT, "the servers of this upstream are fixed: it has no \"zone\" in the configuration"));
        }
        if (method.equals(HttpMethod.POST)) {
            return withParameters(body, true, order -> added(upstream, order));
        }
        OptionalInt index = path.indexIn(upstream.servers());
        if (index.isEmpty()) {
            return refused(noServer());
        }
        return method.equals(HttpMethod.DELETE)
                ? removed(upstream, index.getAsInt())
                : withParameters(body, false, order -> changed(upstream, index.getAsInt(), order));
    }

    private static ServerChange<Page> withParameters(
            byte[] body, boolean isAddition, Function<ServerOrder.Parameters, ServerChange<Page>> whenUnderstood) {
        ServerOrder read = ServerOrder.read(body, isAddition);
        return read instanceof ServerOrder.Parameters order
                ? whenUnderstood.apply(order)
                : refused(Page.text(BAD_REQUEST, ((ServerOrder.Refused) read).sentence()));
    }

    private static ServerChange<Page> added(UpstreamConfig upstream, ServerOrder.Parameters order) {
        String address = order.server().orElseThrow();
        if (upstream.servers().stream().anyMatch(each -> each.name().equals(address))) {
            return refused(
                    Page.text(CONFLICT, "server: found \"" + address + "\", which is there already; PATCH changes it"));
        }
        return put(upstream, upstream.servers().size(), ServerLine.added(address, order.appliedTo(Map.of()), upstream));
    }

    private static ServerChange<Page> changed(UpstreamConfig upstream, int index, ServerOrder.Parameters order) {
        UpstreamServer line = upstream.servers().get(index);
        Map<String, String> parameters = order.appliedTo(ServerLine.parameters(line));
        return put(upstream, index, ServerLine.changed(line, parameters, upstream));
    }

    /** @param index the place of a server, or the number of all for a new one */
    private static ServerChange<Page> put(UpstreamConfig upstream, int index, ServerLine line) {
        if (line instanceof ServerLine.Refused refused) {
            return refused(Page.text(BAD_REQUEST, refused.sentence()));
        }
        UpstreamServer server = ((ServerLine.Accepted) line).server();
        List<UpstreamServer> servers = new ArrayList<>(upstream.servers());
        boolean isNew = index == servers.size();
        if (isNew) {
            servers.add(server);
        } else {
            servers.set(index, server);
        }
        return new ServerChange<>(Optional.of(servers), json(isNew ? CREATED : OK, tree(servers, index)));
    }

    private static ServerChange<Page> removed(UpstreamConfig upstream, int index) {
        List<UpstreamServer> servers = new ArrayList<>(upstream.servers());
        servers.remove(index);
        return new ServerChange<>(
                Optional.of(servers), new Page(NO_CONTENT, "application/json", Unpooled.EMPTY_BUFFER));
    }

    private static ServerChange<Page> refused(Page page) {
        return new ServerChange<>(Optional.empty(), page);
    }

    private static Page noUri() {
        return Page.text(BAD_REQUEST, "the request target is not a valid URI");
    }

    private static Page noUpstream() {
        return Page.text(NOT_FOUND, "no upstream of that name; /state lists them");
    }

    private static Page noServer() {
        return Page.text(NOT_FOUND, "no server of that id in this upstream; /upstreams/{upstream}/servers lists them");
    }

    private static Page json(HttpResponseStatus status, JsonNode tree) {
        byte[] bytes = tree.toString().getBytes(StandardCharsets.UTF_8);
        return new Page(status, "application/json", Unpooled.wrappedBuffer(bytes));
    }

    private static ObjectNode tree(List<UpstreamServer> servers, int index) {
        UpstreamServer server = servers.get(index);
        ObjectNode tree = OrderChange.JSON
                .createObjectNode()
                .put("id", ServerPath.id(servers, index))
                .put("server", server.name());
        ServerLine.service(server).ifPresent(service -> tree.put("service", service));
        tree.put("weight", server.weight())
                .put("max_conns", server.maxConns())
                .put("max_fails", server.maxFails())
                .put("fail_timeout", ServerLine.time(server.failTimeoutMs()))
                .put("slow_start", ServerLine.time(server.slowStartMs()))
                .put("backup", server.backup())
                .put("drain", server.drain())
                .put("down", server.down());
        server.node().ifPresent(node -> tree.put("node", node));
        return tree;
    }
}
