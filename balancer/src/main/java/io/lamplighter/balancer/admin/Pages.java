package io.lamplighter.balancer.admin;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;

/** What there is to see and under which path. */
final class Pages {
    /** An answer before it is put into HTTP. Whoever takes it owns the body. */
    record Page(HttpResponseStatus status, String contentType, ByteBuf body) {
        static Page text(HttpResponseStatus status, String sentence) {
            return new Page(
                    status,
                    "text/plain; charset=utf-8",
                    Unpooled.copiedBuffer(sentence + "\n", StandardCharsets.UTF_8));
        }
    }

    private final AdminState state;
    private final NodeOrders nodes;
    private final ServerPages servers;
    private final KeyvalPages keyvals;
    private final StateMetrics metrics;
    private final PrometheusTextFormatWriter metricsWriter = PrometheusTextFormatWriter.create();

    Pages(AdminState state) {
        this.state = state;
        this.nodes = new NodeOrders(state);
        this.servers = new ServerPages(state);
        this.keyvals = new KeyvalPages(state);
        this.metrics = new StateMetrics(state);
    }

    NodeOrders nodes() {
        return nodes;
    }

    ServerPages servers() {
        return servers;
    }

    KeyvalPages keyvals() {
        return keyvals;
    }

    /** The page for the target of a GET request. */
    Page page(String target) {
        if (NodePath.isFormOf(target)) {
            return nodes.page(target);
        }
        if (ServerPages.isFormOf(target)) {
            return servers.page(target);
        }
        if (KeyvalPages.isFormOf(target)) {
            return keyvals.page(target);
        }
        String path;
        try {
            path = String.valueOf(new URI(target).getPath());
        } catch (URISyntaxException e) {
            return Page.text(HttpResponseStatus.BAD_REQUEST, "the request target is not a valid URI");
        }
        return switch (path) {
            case "/state" ->
                new Page(
                        HttpResponseStatus.OK,
                        "application/json",
                        Unpooled.wrappedBuffer(StateJson.bytes(Snapshot.of(state))));
            case "/metrics" ->
                new Page(HttpResponseStatus.OK, metricsWriter.getContentType(), Unpooled.wrappedBuffer(metricsText()));
            default ->
                Page.text(
                        HttpResponseStatus.NOT_FOUND,
                        "nothing here; see /state (JSON), /metrics (Prometheus), /keyvals/{zone},"
                                + " /upstreams/{upstream}/nodes/{node} or /upstreams/{upstream}/servers");
        };
    }

    private byte[] metricsText() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(16 * 1024);
        try {
            metricsWriter.write(out, metrics.collect(), EscapingScheme.DEFAULT);
        } catch (IOException e) {
            throw new UncheckedIOException("an array in memory cannot fail", e);
        }
        return out.toByteArray();
    }
}
