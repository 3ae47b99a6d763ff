package io.lamplighter.simulator.frame;

import io.lamplighter.balancer.config.EventsConfig.EventMethod;
import io.lamplighter.balancer.connect.Transport;
import io.netty.channel.epoll.Epoll;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * The sockets of lamps and nodes: epoll where there is one, NIO elsewhere. Not io_uring: the simulator should load the
 * kernel in the best known way, whatever the balancer under test does.
 */
public final class LampTransport {
    private LampTransport() {}

    public static Transport best() {
        return Transport.of(Optional.of(Epoll.isAvailable() ? EventMethod.EPOLL : EventMethod.NIO), false);
    }

    /** {@code host:port} as a user writes it. */
    public static String text(InetSocketAddress address) {
        InetAddress ip = address.getAddress();
        String host = ip == null ? address.getHostString() : ip.getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
