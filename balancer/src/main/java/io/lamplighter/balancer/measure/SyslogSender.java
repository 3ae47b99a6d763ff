package io.lamplighter.balancer.measure;

import io.lamplighter.balancer.config.HostName;
import io.lamplighter.balancer.config.SyslogConfig;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Sends lines to a syslog server, one datagram each, in the form of RFC 3164. What the system refuses is lost, as with any
 * datagram.
 *
 * <p>Threads: one at a time.
 */
public final class SyslogSender implements AutoCloseable {
    /** Days below 10 have a blank and no zero. */
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MMM ppd HH:mm:ss", Locale.ENGLISH);

    private final SyslogConfig config;
    private final Datagrams datagrams;

    /** How datagrams go out. */
    private interface Datagrams {
        void send(byte[] datagram) throws IOException;

        void close() throws IOException;
    }

    private SyslogSender(SyslogConfig config, Datagrams datagrams) {
        this.config = config;
        this.datagrams = datagrams;
    }

    /**
     * Opens a socket.
     *
     * @throws IOException if there is none
     */
    public static SyslogSender open(SyslogConfig config) throws IOException {
        return new SyslogSender(
                config,
                config.server() instanceof InetSocketAddress server
                        ? new ToHost(server)
                        : new ToUnixSocket(config.server().toString()));
    }

    /** Sends a line with the severity that the configuration gives it. */
    public void send(byte[] text) throws IOException {
        send(config.severity(), text);
    }

    /**
     * Sends a line.
     *
     * @param severity 0 to 7
     */
    public void send(int severity, byte[] text) throws IOException {
        String head =
                "<" + (8 * config.facility() + severity) + ">" + TIME.format(ZonedDateTime.now(ZoneId.systemDefault()))
                        + " " + (config.hostname() ? HostName.own() + " " : "") + config.tag() + ": ";
        byte[] headBytes = head.getBytes(StandardCharsets.UTF_8);
        ByteBuffer datagram = ByteBuffer.allocate(headBytes.length + text.length);
        datagrams.send(datagram.put(headBytes).put(text).array());
    }

    @Override
    public void close() throws IOException {
        datagrams.close();
    }

    /** UDP. A connected socket would be told of a server that is away, and a later line would be lost to that. */
    private static final class ToHost implements Datagrams {
        private final InetSocketAddress server;
        private final DatagramChannel channel;

        ToHost(InetSocketAddress server) throws IOException {
            this.server = server;
            this.channel = DatagramChannel.open();
        }

        @Override
        public void send(byte[] datagram) throws IOException {
            channel.send(ByteBuffer.wrap(datagram), server);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /** Java has no datagrams on unix sockets; Netty's native part has. */
    private static final class ToUnixSocket implements Datagrams {
        private final byte[] path;
        private final Socket socket;

        ToUnixSocket(String path) throws IOException {
            if (!Epoll.isAvailable()) {
                throw new IOException(
                        "syslog over a unix socket needs Netty's native transport, which is not available");
            }
            this.path = path.getBytes(StandardCharsets.UTF_8);
            this.socket = Socket.newSocketDomainDgram();
        }

        @Override
        public void send(byte[] datagram) throws IOException {
            ByteBuffer direct = ByteBuffer.allocateDirect(datagram.length).put(datagram);
            socket.sendToDomainSocket(direct, 0, datagram.length, path);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
