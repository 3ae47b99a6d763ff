package io.lamplighter.balancer.admin;

import static io.netty.handler.codec.http.HttpResponseStatus.BAD_REQUEST;
import static io.netty.handler.codec.http.HttpResponseStatus.EXPECTATION_FAILED;
import static io.netty.handler.codec.http.HttpResponseStatus.INTERNAL_SERVER_ERROR;
import static io.netty.handler.codec.http.HttpResponseStatus.METHOD_NOT_ALLOWED;
import static io.netty.handler.codec.http.HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE;
import static io.netty.handler.codec.http.HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE;

import io.lamplighter.balancer.admin.Pages.Page;
import io.lamplighter.balancer.variable.Endpoints;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the requests of one connection, one after the other: the next is read when the answer before it has left, so a
 * client that asks faster than it reads costs one answer, not many.
 *
 * <p>One deadline runs from answer to answer. It ends idle connections, requests that trickle in and answers nobody reads
 * alike.
 *
 * <p>Threads: confined to the admin event loop.
 */
final class RequestHandler extends SimpleChannelInboundHandler<HttpObject> {
    private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

    /** The longest order we know has 40 bytes; the rest is room for those who indent. */
    private static final int MAX_BODY_BYTES = 4096;

    /** Some thousand pairs at a time. */
    private static final int MAX_PAIRS_BYTES = 256 * 1024;

    private final Pages pages;
    private final long timeoutMs;
    /** The order whose body is coming in; null between orders. */
    private @Nullable IncomingOrder incoming;

    private boolean isAnswering;
    private @Nullable ScheduledFuture<?> deadline;

    /**
     * Makes the handler of one connection.
     *
     * @param timeoutMs longest time from the connection, or an answer, until the next answer has left, milliseconds
     */
    RequestHandler(Pages pages, long timeoutMs) {
        this.pages = pages;
        this.timeoutMs = timeoutMs;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        startDeadline(ctx);
        ctx.read();
    }

    /** A read may complete without a message, for instance in the middle of a request. */
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        readUnlessAnswering(ctx);
    }

    private void readUnlessAnswering(ChannelHandlerContext ctx) {
        if (!isAnswering) {
            ctx.read();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        stopDeadline();
    }

    /** What an order brings, until it is complete. */
    private record IncomingOrder(HttpMethod method, String target, ByteArrayOutputStream body) {}

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject part) {
        if (part instanceof HttpRequest request) {
            begin(ctx, request);
        } else if (part instanceof HttpContent content && incoming != null) {
            collect(ctx, incoming, content);
        } else {
            readUnlessAnswering(ctx);
        }
    }

    private void begin(ChannelHandlerContext ctx, HttpRequest request) {
        FullHttpResponse refusal = refusal(request);
        if (refusal != null) {
            answer(ctx, refusal);
        } else if (isOrder(request)) {
            incoming = new IncomingOrder(request.method(), request.uri(), new ByteArrayOutputStream());
            ctx.read();
        } else {
            answer(ctx, response(rendered(request.uri(), () -> pages.page(request.uri()))));
        }
    }

    private void collect(ChannelHandlerContext ctx, IncomingOrder order, HttpContent content) {
        if (content.decoderResult().isFailure()) {
            answer(ctx, closing(Page.text(BAD_REQUEST, "the request body is not valid HTTP")));
            return;
        }
        ByteBuf bytes = content.content();
        if (order.body().size() + bytes.readableBytes() > maxBodyBytes(order.target())) {
            answer(ctx, closing(tooLong(order.target())));
            return;
        }
        order.body().writeBytes(ByteBufUtil.getBytes(bytes));
        if (content instanceof LastHttpContent) {
            isAnswering = true;
            execute(ctx, order);
        } else {
            ctx.read();
        }
    }

    private void execute(ChannelHandlerContext ctx, IncomingOrder order) {
        String client = Endpoints.text((InetSocketAddress) ctx.channel().remoteAddress());
        CompletionStage<Page> page;
        try {
            page = execute(order, client, ctx);
        } catch (RuntimeException e) {
            page = CompletableFuture.failedFuture(e);
        }
        page.whenComplete((done, failure) ->
                answer(ctx, response(failure == null ? done : fault(order.target(), failure))));
    }

    private CompletionStage<Page> execute(IncomingOrder order, String client, ChannelHandlerContext ctx) {
        byte[] body = order.body().toByteArray();
        if (ServerPages.isFormOf(order.target())) {
            return pages.servers().order(order.method(), order.target(), body, client, ctx.executor());
        }
        return KeyvalPages.isFormOf(order.target())
                ? CompletableFuture.completedFuture(pages.keyvals().order(order.method(), order.target(), body, client))
                : pages.nodes().order(order.target(), body, client, ctx.executor());
    }

    private void answer(ChannelHandlerContext ctx, FullHttpResponse response) {
        incoming = null;
        isAnswering = true;
        ctx.writeAndFlush(response).addListener((ChannelFuture sent) -> answered(ctx, sent));
    }

    private static Page tooLong(String target) {
        return Page.text(REQUEST_ENTITY_TOO_LARGE, "an order has at most " + maxBodyBytes(target) + " bytes");
    }

    private static int maxBodyBytes(String target) {
        return KeyvalPages.isFormOf(target) ? MAX_PAIRS_BYTES : MAX_BODY_BYTES;
    }

    private static boolean isOrder(HttpRequest request) {
        if (ServerPages.isFormOf(request.uri())) {
            return ServerPages.orders(request.uri()).contains(request.method());
        }
        return KeyvalPages.isFormOf(request.uri())
                ? KeyvalPages.CHANGES.contains(request.method())
                : request.method().equals(HttpMethod.PATCH) && NodePath.isFormOf(request.uri());
    }

    private static String allowed(String target) {
        if (ServerPages.isFormOf(target)) {
            return "GET, HEAD, "
                    + ServerPages.orders(target).stream().map(HttpMethod::name).collect(Collectors.joining(", "));
        }
        if (KeyvalPages.isFormOf(target)) {
            return "GET, HEAD, POST, PATCH, DELETE";
        }
        return NodePath.isFormOf(target) ? "GET, HEAD, PATCH" : "GET, HEAD";
    }

    private void answered(ChannelHandlerContext ctx, ChannelFuture sent) {
        if (!sent.isSuccess()) {
            ctx.close();
        } else if (ctx.channel().isActive()) {
            isAnswering = false;
            startDeadline(ctx);
            ctx.read();
        }
    }

    private static @Nullable FullHttpResponse refusal(HttpRequest request) {
        if (request.decoderResult().isFailure()) {
            return closing(Page.text(BAD_REQUEST, "the request is not valid HTTP, or too long"));
        }
        if (request.protocolVersion().equals(HttpVersion.HTTP_1_1)
                && !request.headers().contains(HttpHeaderNames.HOST)) {
            return closing(Page.text(BAD_REQUEST, "the Host header is missing"));
        }
        if (HttpUtil.is100ContinueExpected(request)) {
            return closing(Page.text(EXPECTATION_FAILED, "send the request without \"Expect\""));
        }
        if (isOrder(request)) {
            boolean isTooLong = HttpUtil.getContentLength(request, 0L) > maxBodyBytes(request.uri());
            return isTooLong ? closing(tooLong(request.uri())) : refusalOfType(HttpUtil.getMimeType(request));
        }
        if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD)) {
            String allowed = allowed(request.uri());
            FullHttpResponse response = closing(Page.text(METHOD_NOT_ALLOWED, "this takes only " + allowed));
            response.headers().set(HttpHeaderNames.ALLOW, allowed);
            return response;
        }
        if (HttpUtil.isTransferEncodingChunked(request) || HttpUtil.getContentLength(request, 0L) > 0) {
            return closing(Page.text(REQUEST_ENTITY_TOO_LARGE, "no request body is expected"));
        }
        return null;
    }

    /** What curl says of the data it is given, without being told, is let pass. */
    private static @Nullable FullHttpResponse refusalOfType(@Nullable CharSequence type) {
        boolean isJson = type == null
                || HttpHeaderValues.APPLICATION_JSON.contentEqualsIgnoreCase(type)
                || HttpHeaderValues.APPLICATION_X_WWW_FORM_URLENCODED.contentEqualsIgnoreCase(type);
        return isJson
                ? null
                : closing(Page.text(
                        UNSUPPORTED_MEDIA_TYPE, "Content-Type: found " + type + ", expected application/json"));
    }

    private static Page rendered(String target, Supplier<Page> page) {
        try {
            return page.get();
        } catch (RuntimeException e) {
            return fault(target, e);
        }
    }

    private static Page fault(String target, Throwable cause) {
        LOG.error("api: cannot answer \"{}\"", target, cause);
        return Page.text(INTERNAL_SERVER_ERROR, "a fault of the balancer; its error log says more");
    }

    /** What follows a refused request on the connection cannot be trusted to be another request. */
    private static FullHttpResponse closing(Page page) {
        FullHttpResponse response = response(page);
        response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        return response;
    }

    private static FullHttpResponse response(Page page) {
        FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, page.status(), page.body());
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, page.contentType())
                .set(HttpHeaderNames.CONTENT_LENGTH, page.body().readableBytes())
                .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
        return response;
    }

    private void startDeadline(ChannelHandlerContext ctx) {
        stopDeadline();
        deadline = ctx.executor().schedule(() -> ctx.close(), timeoutMs, TimeUnit.MILLISECONDS);
    }

    private void stopDeadline() {
        if (deadline != null) {
            deadline.cancel(false);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException) {
            LOG.debug("api: connection of {} broke", ctx.channel().remoteAddress(), cause);
        } else if (cause instanceof DecoderException) {
            LOG.info("api: {} sent what cannot be read: {}", ctx.channel().remoteAddress(), cause.getMessage());
        } else {
            LOG.error("api: connection of {} closed", ctx.channel().remoteAddress(), cause);
        }
        ctx.close();
    }
}
