package io.lamplighter.balancer.connect;

import io.lamplighter.balancer.config.ListenConfig.Keepalive;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.uring.IoUringChannelOption;
import jdk.net.ExtendedSocketOptions;

/** TCP keep-alive with its times, which each transport names differently. */
public final class KeepaliveOptions {
    private static final ChannelOption<Integer> NIO_IDLE = NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE);
    private static final ChannelOption<Integer> NIO_INTERVAL =
            NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL);
    private static final ChannelOption<Integer> NIO_COUNT = NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT);

    private KeepaliveOptions() {}

    /** Applies {@code keepalive} to a connection; a zero leaves the system's value. */
    public static void apply(Transport transport, ChannelConfig config, Keepalive keepalive) {
        if (!keepalive.on()) {
            return;
        }
        config.setOption(ChannelOption.SO_KEEPALIVE, true);
        switch (transport) {
            case IO_URING -> {
                set(config, IoUringChannelOption.TCP_KEEPIDLE, keepalive.idleSeconds());
                set(config, IoUringChannelOption.TCP_KEEPINTVL, keepalive.intervalSeconds());
                set(config, IoUringChannelOption.TCP_KEEPCNT, keepalive.count());
            }
            case EPOLL -> {
                set(config, EpollChannelOption.TCP_KEEPIDLE, keepalive.idleSeconds());
                set(config, EpollChannelOption.TCP_KEEPINTVL, keepalive.intervalSeconds());
                set(config, EpollChannelOption.TCP_KEEPCNT, keepalive.count());
            }
            case NIO -> {
                set(config, NIO_IDLE, keepalive.idleSeconds());
                set(config, NIO_INTERVAL, keepalive.intervalSeconds());
                set(config, NIO_COUNT, keepalive.count());
            }
        }
    }

    private static void set(ChannelConfig config, ChannelOption<Integer> option, int value) {
        if (value > 0) {
            config.setOption(option, value);
        }
    }
}
