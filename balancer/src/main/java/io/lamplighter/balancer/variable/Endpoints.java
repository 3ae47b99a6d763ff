package io.lamplighter.balancer.variable;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** Addresses of sockets as text, the way nginx writes them. A socket that is neither IP nor has a path is {@code unix:}. */
public final class Endpoints {
    private static final String UNIX = "unix:";

    private Endpoints() {}

    /** {@code host:port}, an IPv6 host in brackets; {@code unix:/path}. */
    public static String text(SocketAddress address) {
        if (!(address instanceof InetSocketAddress inet)) {
            return UNIX + address;
        }
        String host = IpText.format(inet.getAddress().getAddress());
        return host.indexOf(':') < 0 ? host + ":" + inet.getPort() : "[" + host + "]:" + inet.getPort();
    }

    /** The IP address without brackets; {@code unix:} and the path of a unix socket, which a client's has not. */
    public static String host(SocketAddress address) {
        return address instanceof InetSocketAddress inet
                ? IpText.format(inet.getAddress().getAddress())
                : UNIX + address;
    }

    /** The port; 0 where there is none. */
    public static int port(SocketAddress address) {
        return address instanceof InetSocketAddress inet ? inet.getPort() : 0;
    }

    /** The octets of the IP address; {@code unix:} for a unix socket. */
    public static String binary(SocketAddress address) {
        return address instanceof InetSocketAddress inet
                ? Octets.of(inet.getAddress().getAddress())
                : UNIX;
    }

    /** Whether both stand for the same IP address; false for unix sockets. */
    public static boolean isSameHost(SocketAddress address, InetAddress host) {
        return address instanceof InetSocketAddress inet && inet.getAddress().equals(host);
    }
}
