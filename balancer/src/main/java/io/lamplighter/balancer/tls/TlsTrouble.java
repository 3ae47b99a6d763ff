package io.lamplighter.balancer.tls;

import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Why there is no TLS with a peer.
 *
 * @param text for the log, nginx's where it has one
 * @param isOurs whether the fault is on this side, which is an error; what peers do is information
 */
public record TlsTrouble(String text, boolean isOurs) {
    static TlsTrouble info(String text) {
        return new TlsTrouble(text, false);
    }

    static TlsTrouble error(String text) {
        return new TlsTrouble(text, true);
    }

    /** What ended a handshake. */
    static TlsTrouble ofHandshake(@Nullable Throwable failure) {
        Throwable cause = unwrapped(failure);
        if (cause == null || cause instanceof ClosedChannelException) {
            return info("peer closed connection in SSL handshake");
        }
        if (cause instanceof SSLException) {
            return info("SSL_do_handshake() failed (SSL: " + cause.getMessage() + ")");
        }
        return cause instanceof IOException
                ? info(cause.getMessage() + " in SSL handshake")
                : error("internal error in SSL handshake: " + cause);
    }

    /** What the engine said, without what the pipeline wrapped around it. */
    static @Nullable Throwable unwrapped(@Nullable Throwable failure) {
        return failure instanceof DecoderException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
