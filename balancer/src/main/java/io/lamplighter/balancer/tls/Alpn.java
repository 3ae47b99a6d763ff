package io.lamplighter.balancer.tls;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import java.util.List;

/** Application protocols, RFC 7301. */
final class Alpn {
    private Alpn() {}

    /** Offers or accepts these, in order. That a client offers none of them is found out by {@link #isRefused}. */
    static ApplicationProtocolConfig config(List<String> protocols) {
        return new ApplicationProtocolConfig(
                Protocol.ALPN, SelectorFailureBehavior.NO_ADVERTISE, SelectedListenerFailureBehavior.ACCEPT, protocols);
    }

    /** Whether a client offers protocols, and none that a server has. */
    static boolean isRefused(List<String> own, List<String> offered) {
        return !own.isEmpty() && !offered.isEmpty() && offered.stream().noneMatch(own::contains);
    }
}
