package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.config.ListenConfig;
import io.lamplighter.balancer.variable.Endpoints;
import java.io.IOException;
import java.net.SocketAddress;

/** An address could not be opened; the message names it, the reason and the line of the configuration. */
public final class BindException extends IOException {
    private static final long serialVersionUID = 1;

    BindException(ListenConfig listen, Throwable cause) {
        super(
                "bind() to " + Endpoints.text(listen.address()) + (listen.udp() ? " (udp)" : "") + " failed ("
                        + reason(listen.address(), cause) + ") in " + listen.source(),
                cause);
    }

    boolean isAddressInUse() {
        return isInUse(getCause());
    }

    private static boolean isInUse(Throwable cause) {
        return String.valueOf(cause.getMessage()).contains("in use");
    }

    private static String reason(SocketAddress address, Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        if (isInUse(cause)) {
            return "98: Address already in use";
        }
        if (message.contains("denied")) {
            return "13: Permission denied"
                    + (Addresses.isUnix(address) ? "" : "; ports below 1024 need CAP_NET_BIND_SERVICE");
        }
        if (message.contains("assign requested")) {
            return "99: Cannot assign requested address";
        }
        return message;
    }
}
