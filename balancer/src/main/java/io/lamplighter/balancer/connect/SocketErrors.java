package io.lamplighter.balancer.connect;

import io.netty.channel.ChannelException;
import io.netty.channel.ConnectTimeoutException;
import java.io.IOException;
import java.net.BindException;
import java.net.PortUnreachableException;
import java.util.Locale;

/** What an exception of a socket means, over the three transports, which word the same trouble differently. */
public final class SocketErrors {
    private SocketErrors() {}

    /** Whether nobody listens at the peer's port (ECONNREFUSED); for UDP, told by an earlier datagram's fate. */
    public static boolean isRefused(Throwable cause) {
        return cause instanceof PortUnreachableException
                || (cause instanceof IOException && says(cause, "connection refused"));
    }

    /** Whether this host had no port or address left (EADDRNOTAVAIL, EMFILE, ENFILE): not the node's fault. */
    public static boolean isLocalShortage(Throwable cause) {
        return cause instanceof BindException
                || says(cause, "assign requested address")
                || says(cause, "address already in use")
                || says(cause, "temporarily unavailable") // a UDP socket's connect() without a free port
                || isDescriptorShortage(cause);
    }

    /** Whether this process or host had no file descriptor left (EMFILE, ENFILE). */
    public static boolean isDescriptorShortage(Throwable cause) {
        return says(cause, "too many open files");
    }

    /** The trouble in nginx's words, for the error log. */
    public static String reason(Throwable cause) {
        if (cause instanceof ConnectTimeoutException) {
            return "110: Connection timed out";
        }
        if (isRefused(cause)) {
            return "111: Connection refused";
        }
        Throwable trouble = unwrapped(cause);
        String message = trouble.getMessage();
        return message == null ? trouble.getClass().getSimpleName() : message;
    }

    private static boolean says(Throwable cause, String text) {
        String message = unwrapped(cause).getMessage();
        return message != null && message.toLowerCase(Locale.ROOT).contains(text);
    }

    /** NIO wraps what opening a socket comes to in three exceptions whose messages do not tell it. */
    private static Throwable unwrapped(Throwable cause) {
        Throwable trouble = cause;
        while (cause instanceof ChannelException && trouble.getCause() != null) {
            trouble = trouble.getCause();
        }
        return trouble;
    }
}
