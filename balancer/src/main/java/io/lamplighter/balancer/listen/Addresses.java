package io.lamplighter.balancer.listen;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Facts about addresses. */
final class Addresses {
    /** Stands for the peer of a connection that was reset before anybody asked. */
    static final InetSocketAddress UNKNOWN = unknown();

    private Addresses() {}

    static boolean isIpv4(InetSocketAddress address) {
        return address.getAddress() instanceof Inet4Address;
    }

    private static InetSocketAddress unknown() {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(new byte[4]), 0);
        } catch (UnknownHostException e) {
            throw new AssertionError("four bytes are an address", e);
        }
    }
}
