package io.lamplighter.balancer.connect;

import io.lamplighter.balancer.config.EventsConfig.EventMethod;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.DuplexChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringDatagramChannel;
import io.netty.channel.uring.IoUringDomainSocketChannel;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerDomainSocketChannel;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.spi.SelectorProvider;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** io_uring, epoll and NIO behind one choice: everything that is opened on an event loop is opened through this. */
public enum Transport {
    IO_URING,
    EPOLL,
    NIO;

    static {
        // Netty's multi-shot accept asks again by itself after an error, whether reading is off or not: without
        // descriptors it would spin.
        System.setProperty("io.netty.iouring.acceptMultiShotEnabled", "false");
    }

    /**
     * The transport for {@code use}.
     *
     * @param use what was asked for; empty for the best that works on this host
     * @param hasUdp whether datagrams are served: epoll then tells which address they were sent to, and costs half
     *     ({@code docs/benchmarks.md}), so that it is the better one
     * @throws IllegalStateException if what was asked for does not work here; the message says why
     */
    public static Transport of(Optional<EventMethod> use, boolean hasUdp) {
        return use.map(Transport::asked).orElseGet(() -> best(hasUdp));
    }

    private static Transport asked(EventMethod use) {
        Transport transport = valueOf(use.name());
        Throwable cause = transport.unavailabilityCause();
        if (cause != null) {
            throw new IllegalStateException(
                    "the event method \"" + use.name().toLowerCase(Locale.ROOT) + "\" does not work on this host: "
                            + cause.getMessage(),
                    cause);
        }
        return transport;
    }

    private static Transport best(boolean hasUdp) {
        for (Transport transport : hasUdp ? List.of(EPOLL, IO_URING, NIO) : List.of(values())) {
            if (transport.unavailabilityCause() == null) {
                return transport;
            }
        }
        throw new AssertionError("NIO always works");
    }

    private @Nullable Throwable unavailabilityCause() {
        return switch (this) {
            case IO_URING -> IoUring.unavailabilityCause();
            case EPOLL -> Epoll.unavailabilityCause();
            case NIO -> null;
        };
    }

    public IoHandlerFactory newIoHandlerFactory() {
        return switch (this) {
            case IO_URING -> IoUringIoHandler.newFactory();
            case EPOLL -> EpollIoHandler.newFactory();
            case NIO -> NioIoHandler.newFactory();
        };
    }

    /**
     * A listening socket for {@code address}. On io_uring the family of an IP socket is Netty's choice: see
     * {@link #isDualStack}.
     */
    public ServerChannel newServerChannel(SocketAddress address) {
        if (address instanceof UnixDomainSocketAddress) {
            return switch (this) {
                case IO_URING -> new IoUringServerDomainSocketChannel();
                case EPOLL -> new EpollServerDomainSocketChannel();
                case NIO -> new NioServerDomainSocketChannel();
            };
        }
        return switch (this) {
            case IO_URING -> new IoUringServerSocketChannel();
            case EPOLL -> new EpollServerSocketChannel(familyOf((InetSocketAddress) address));
            case NIO -> new NioServerSocketChannel(SelectorProvider.provider(), familyOf((InetSocketAddress) address));
        };
    }

    /**
     * Whether a listening socket on this address takes clients of both families though only its own was asked for: io_uring
     * opens an IPv6 socket for the IPv4 wildcard, and NIO has no IPV6_V6ONLY.
     *
     * @param ipv6only whether an IPv6 address should leave IPv4 to others
     */
    public boolean isDualStack(SocketAddress address, boolean ipv6only) {
        if (!(address instanceof InetSocketAddress inet)) {
            return false;
        }
        boolean isIpv4 = familyOf(inet) == SocketProtocolFamily.INET;
        return switch (this) {
            case IO_URING -> isIpv4 && inet.getAddress().isAnyLocalAddress();
            case EPOLL -> false;
            case NIO -> !isIpv4 && ipv6only;
        };
    }

    /** A socket for a connection to an IP address or a unix socket. */
    public DuplexChannel newSocketChannel(SocketAddress address) {
        if (address instanceof UnixDomainSocketAddress) {
            return switch (this) {
                case IO_URING -> new IoUringDomainSocketChannel();
                case EPOLL -> new EpollDomainSocketChannel();
                case NIO -> new NioDomainSocketChannel();
            };
        }
        return newSocketChannel((InetSocketAddress) address);
    }

    /** A socket for a connection to an IP address. */
    public SocketChannel newSocketChannel(InetSocketAddress address) {
        return switch (this) {
            case IO_URING -> new IoUringSocketChannel();
            case EPOLL -> new EpollSocketChannel(familyOf(address));
            case NIO -> new NioSocketChannel(SelectorProvider.provider(), familyOf(address));
        };
    }

    /** The address as the channels of this transport want it. */
    public SocketAddress forChannel(SocketAddress address) {
        return address instanceof UnixDomainSocketAddress unix && this != NIO
                ? new DomainSocketAddress(unix.getPath().toString())
                : address;
    }

    /** A socket for datagrams to and from addresses of the family of {@code address}. */
    public DatagramChannel newDatagramChannel(InetSocketAddress address) {
        return switch (this) {
            case IO_URING -> new IoUringDatagramChannel(familyOf(address));
            case EPOLL -> new EpollDatagramChannel(familyOf(address));
            case NIO -> new NioDatagramChannel(SelectorProvider.provider(), familyOf(address));
        };
    }

    /** Whether datagrams that arrive on this address say which of the host's addresses they were sent to. */
    public boolean tellsRecipient(InetSocketAddress address) {
        return this == EPOLL
                && address.getAddress().isAnyLocalAddress()
                && familyOf(address) == SocketProtocolFamily.INET;
    }

    /** The JDK's name of the family of {@code address}. */
    static StandardProtocolFamily jdkFamilyOf(InetSocketAddress address) {
        return address.getAddress() instanceof Inet4Address
                ? StandardProtocolFamily.INET
                : StandardProtocolFamily.INET6;
    }

    static SocketProtocolFamily familyOf(InetSocketAddress address) {
        return address.getAddress() instanceof Inet4Address ? SocketProtocolFamily.INET : SocketProtocolFamily.INET6;
    }
}
