package io.lamplighter.balancer.listen;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;

/** Facts about addresses. */
final class Addresses {
    /** Stands for the peer of a connection that was reset before anybody asked. */
    static final InetSocketAddress UNKNOWN = unknown();

    private Addresses() {}

    /** The peer of a connection over a unix socket, which has no address. */
    static final SocketAddress UNIX_CLIENT = UnixDomainSocketAddress.of("");

    static boolean isIpv4(SocketAddress address) {
        return address instanceof InetSocketAddress inet && inet.getAddress() instanceof Inet4Address;
    }

    static boolean isUnix(SocketAddress address) {
        return address instanceof UnixDomainSocketAddress;
    }

    /** Whether it stands for every address of the host. */
    static boolean isWildcard(SocketAddress address) {
        return address instanceof InetSocketAddress inet && inet.getAddress().isAnyLocalAddress();
    }

    private static InetSocketAddress unknown() {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(new byte[4]), 0);
        } catch (UnknownHostException e) {
            throw new AssertionError("four bytes are an address", e);
        }
    }
}
