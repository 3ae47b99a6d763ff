package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.config.ListenConfig;
import io.lamplighter.balancer.measure.SessionVariables;
import java.io.IOException;

/** An address could not be opened; the message names it, the reason and the line of the configuration. */
public final class BindException extends IOException {
    private static final long serialVersionUID = 1;

    BindException(ListenConfig listen, Throwable cause) {
        super(
                "bind() to " + SessionVariables.text(listen.address()) + (listen.udp() ? " (udp)" : "") + " failed ("
                        + reason(cause) + ") in " + listen.source(),
                cause);
    }

    boolean isAddressInUse() {
        return isInUse(getCause());
    }

    private static boolean isInUse(Throwable cause) {
        return String.valueOf(cause.getMessage()).contains("in use");
    }

    private static String reason(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        if (isInUse(cause)) {
            return "98: Address already in use";
        }
        if (message.contains("denied")) {
            return "13: Permission denied; ports below 1024 need CAP_NET_BIND_SERVICE";
        }
        if (message.contains("assign requested")) {
            return "99: Cannot assign requested address";
        }
        return message;
    }
}
