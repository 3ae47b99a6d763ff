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
                set(config, Nio.IDLE, keepalive.idleSeconds());
                set(config, Nio.INTERVAL, keepalive.intervalSeconds());
                set(config, Nio.COUNT, keepalive.count());
            }
        }
    }

    private static void set(ChannelConfig config, ChannelOption<Integer> option, int value) {
        if (value > 0) {
            config.setOption(option, value);
        }
    }

    /** Apart, because these load a library of the JDK's, which takes a descriptor, and only one transport needs them. */
    private static final class Nio {
        static final ChannelOption<Integer> IDLE = NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE);
        static final ChannelOption<Integer> INTERVAL = NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL);
        static final ChannelOption<Integer> COUNT = NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT);
    }
}
