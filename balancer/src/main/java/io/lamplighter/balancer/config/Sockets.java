package io.lamplighter.balancer.config;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/** Every socket that a configuration opens; each address can be bound once for TCP and once for UDP. */
final class Sockets {
    private record Socket(InetSocketAddress address, boolean isUdp) {}

    private final Diagnostics diagnostics;
    private final Map<Socket, Source> opened = new HashMap<>();

    Sockets(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
    }

    /** Reports the address when another line has taken it. */
    void open(InetSocketAddress address, boolean isUdp, Word at) {
        Source taken = opened.putIfAbsent(new Socket(address, isUdp), at.source());
        if (taken != null) {
            String first = (isUdp ? "udp, " : "") + "first at " + taken;
            diagnostics.fault(at, "duplicate \"" + text(address) + "\" address and port pair (" + first + ")");
        }
    }

    private static String text(InetSocketAddress address) {
        InetAddress host = address.getAddress();
        String literal = host.getHostAddress();
        return (literal.indexOf(':') < 0 ? literal : "[" + literal + "]") + ":" + address.getPort();
    }
}
