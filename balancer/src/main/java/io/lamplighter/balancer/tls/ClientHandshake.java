package io.lamplighter.balancer.tls;

import io.lamplighter.balancer.tls.ClientCheck.Judgement;
import io.lamplighter.balancer.variable.Values;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslClientHelloHandler;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/**
 * The handshake with one client: its ClientHello chooses the server, the server's TLS answers, the client's certificate is judged.
 * It stands in front of everything else that reads the client; afterwards others read what was inside.
 *
 * <p>Threads: the channel's event loop.
 */
public final class ClientHandshake {
    /** Whose client it is. The end is told once. */
    public interface Listener {
        /**
         * The TLS of the server with a name.
         *
         * @param serverName as the client wrote it, octets; empty if it names none
         */
        ServerTls serverOf(String serverName);

        /** The handshake begins; more becomes known later. */
        void greeted(TlsFacts facts);

        /** It is done, and the client may go on. Bytes may follow before this returns. */
        void secured();

        /** The client does not come through; what it had to be told is written. */
        void unsecured(TlsTrouble trouble);
    }

    private final Channel client;
    private final Values values;
    private final Listener listener;
    private @Nullable ServerTls server;
    private TlsFacts facts = new TlsFacts(Hello.EMPTY);
    private @Nullable SSLEngine engine;
    private boolean isOver;

    private ClientHandshake(Channel client, Values values, Listener listener) {
        this.client = client;
        this.values = values;
        this.listener = listener;
    }

    /**
     * Begins, in front of the last handler of the client's pipeline.
     *
     * @param values of the session, for names of certificates
     */
    public static void begin(Channel client, Values values, Listener listener) {
        ClientHandshake handshake = new ClientHandshake(client, values, listener);
        ChannelPipeline pipeline = client.pipeline();
        String last = pipeline.lastContext().name();
        pipeline.addBefore(last, null, handshake.new HelloReader());
        pipeline.addBefore(last, null, new PlainSide(handshake::ended));
        client.config().setAutoRead(true);
    }

    /** Chooses by the first message, and then makes room for the engine. */
    private final class HelloReader extends SslClientHelloHandler<@Nullable SslHandler> {
        @Override
        protected Future<@Nullable SslHandler> lookup(ChannelHandlerContext ctx, @Nullable ByteBuf clientHello) {
            if (isOver) {
                return ctx.executor().newSucceededFuture(null);
            }
            Hello hello = Hello.parse(clientHello);
            facts = new TlsFacts(hello);
            listener.greeted(facts);
            server = listener.serverOf(hello.serverName());
            return ctx.executor().newSucceededFuture(handler(ctx, hello, server));
        }

        @Override
        protected void onLookupComplete(ChannelHandlerContext ctx, Future<@Nullable SslHandler> found) {
            SslHandler handler = found.getNow();
            if (handler != null) {
                engine = handler.engine();
                ctx.pipeline().replace(this, null, handler);
            }
        }
    }

    private @Nullable SslHandler handler(ChannelHandlerContext ctx, Hello hello, ServerTls chosen) {
        ServerTls.Settings settings = chosen.settings();
        if (settings.rejects()) {
            refuse(ctx, Alert.UNRECOGNIZED_NAME, TlsTrouble.info("rejected, as ssl_reject_handshake says"));
        } else if (Alpn.isRefused(settings.applicationProtocols(), hello.applicationProtocols())) {
            refuse(ctx, Alert.NO_APPLICATION_PROTOCOL, TlsTrouble.info("no application protocol that is known here"));
        } else {
            try {
                return chosen.newHandler(ctx.alloc(), hello, values);
            } catch (TlsException e) {
                refuse(ctx, Alert.HANDSHAKE_FAILURE, TlsTrouble.error(e.getMessage()));
            }
        }
        return null;
    }

    private void refuse(ChannelHandlerContext ctx, Alert alert, TlsTrouble trouble) {
        ctx.writeAndFlush(alert.record(ctx.alloc()));
        fail(trouble);
    }

    /** The engine says that the handshake is over. */
    private void ended(@Nullable Throwable failure) {
        if (isOver) {
            return;
        }
        if (failure != null || engine == null || server == null) {
            fail(TlsTrouble.ofHandshake(failure));
            return;
        }
        facts.established(engine);
        server.forgetIfOff(engine);
        client.config().setAutoRead(false);
        judge(server.settings().clients());
    }

    private void judge(ClientCheck check) {
        Judgement judgement = check.judge(facts.peerCertificates());
        if (judgement.isGood() && check.ocsp().isPresent()) {
            check.ocsp()
                    .get()
                    .check(judgement.path())
                    .thenAcceptAsync(complaint -> judged(judgement.butFor(complaint)), client.eventLoop());
        } else {
            judged(judgement);
        }
    }

    private void judged(Judgement judgement) {
        if (isOver) {
            return;
        }
        facts.judged(judgement);
        if (judgement.refusal().isEmpty()) {
            isOver = true;
            listener.secured();
        } else {
            fail(TlsTrouble.info(judgement.refusal()));
        }
    }

    private void fail(TlsTrouble trouble) {
        if (!isOver) {
            isOver = true;
            listener.unsecured(trouble);
        }
    }
}
