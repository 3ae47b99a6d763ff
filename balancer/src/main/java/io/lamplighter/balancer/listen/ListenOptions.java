package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.config.ListenConfig;
import io.lamplighter.balancer.connect.Transport;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.netty.channel.unix.UnixChannelOption;
import java.net.StandardSocketOptions;

/** Options of listening sockets that the transports name differently. */
final class ListenOptions {
    private static final int IPPROTO_IPV6 = 41;
    private static final int IPV6_V6ONLY_NUMBER = 26;
    private static final ChannelOption<Integer> IPV6_V6ONLY =
            new IntegerUnixChannelOption("IPV6_V6ONLY", IPPROTO_IPV6, IPV6_V6ONLY_NUMBER);
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_DEFER_ACCEPT_NUMBER = 9;
    private static final int TCP_FASTOPEN_NUMBER = 23;
    private static final ChannelOption<Integer> TCP_DEFER_ACCEPT =
            new IntegerUnixChannelOption("TCP_DEFER_ACCEPT", IPPROTO_TCP, TCP_DEFER_ACCEPT_NUMBER);
    private static final ChannelOption<Integer> TCP_FASTOPEN =
            new IntegerUnixChannelOption("TCP_FASTOPEN", IPPROTO_TCP, TCP_FASTOPEN_NUMBER);
    private static final ChannelOption<Boolean> NIO_REUSEPORT = NioChannelOption.of(StandardSocketOptions.SO_REUSEPORT);

    private ListenOptions() {}

    /** Whether other sockets of ours may hold the address too, as each worker has one; it can change while bound. */
    static void share(Transport transport, ChannelConfig config, boolean isShared) {
        config.setOption(transport == Transport.NIO ? NIO_REUSEPORT : UnixChannelOption.SO_REUSEPORT, isShared);
    }

    /** Keeps IPv4 out of an IPv6 socket where that was asked for. NIO cannot say it; Java's always take IPv4 too. */
    static void applyFamily(Transport transport, ChannelConfig config, ListenConfig listen) {
        if (transport != Transport.NIO && !Addresses.isIpv4(listen.address())) {
            config.setOption(IPV6_V6ONLY, listen.options().ipv6only() ? 1 : 0);
        }
    }

    /** What only listening sockets for connections have; NIO cannot say it. */
    static void applyToStream(Transport transport, ChannelConfig config, ListenConfig.Options options) {
        if (transport == Transport.NIO) {
            return;
        }
        if (options.fastOpenQueue() > 0) {
            config.setOption(TCP_FASTOPEN, options.fastOpenQueue());
        }
        if (options.deferred()) {
            config.setOption(TCP_DEFER_ACCEPT, 1); // seconds, as nginx has it
        }
    }
}
