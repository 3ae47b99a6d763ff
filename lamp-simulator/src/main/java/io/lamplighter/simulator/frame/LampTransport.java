package io.lamplighter.simulator.frame;

import io.lamplighter.balancer.config.EventsConfig.EventMethod;
import io.lamplighter.balancer.connect.Transport;
import io.netty.channel.epoll.Epoll;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/** The sockets of lamps and nodes. */
public final class LampTransport {
    /** A lamp that reports less often counts as idle. Guessed: at this rate 10,000 lamps cost 2 % of a core either way. */
    private static final double IDLE_BELOW_PER_SECOND = 0.1;

    private LampTransport() {}

    /**
     * For nodes: epoll where there is one, NIO elsewhere. Not io_uring: nodes are what is measured against, and should load
     * the kernel in the best known way, whatever the balancer under test does.
     */
    public static Transport best() {
        return Transport.of(Optional.of(Epoll.isAvailable() ? EventMethod.EPOLL : EventMethod.NIO), false);
    }

    /**
     * For lamps: what costs least, because the generator must not be the bottleneck. For lamps that speak often that is
     * io_uring where it works, at a sixth less CPU than epoll for an exchange; for lamps that are idle it is epoll, at a KiB
     * less for each; and for datagrams it is epoll too ({@code docs/benchmarks.md}).
     *
     * @param use what was asked for; empty for that choice
     * @param reportsPerSecond of one lamp in the mean; infinite in a closed loop
     * @throws IllegalStateException if what was asked for does not work here; the message says why
     */
    public static Transport ofLamps(Optional<EventMethod> use, boolean hasUdp, double reportsPerSecond) {
        return Transport.of(use, hasUdp || reportsPerSecond < IDLE_BELOW_PER_SECOND);
    }

    /** {@code host:port} as a user writes it. */
    public static String text(InetSocketAddress address) {
        InetAddress ip = address.getAddress();
        String host = ip == null ? address.getHostString() : ip.getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
