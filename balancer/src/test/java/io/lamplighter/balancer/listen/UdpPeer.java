package io.lamplighter.balancer.listen;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A client or a node of a test: a plain blocking socket. */
final class UdpPeer implements AutoCloseable {
    private static final int LARGEST = 65_507;
    private static final int PATIENCE_MS = 10_000;

    final DatagramSocket socket;

    /** Who sent the last datagram received. */
    @Nullable
    InetSocketAddress lastSender;

    private @Nullable InetSocketAddress server;

    private UdpPeer(DatagramSocket socket) throws IOException {
        this.socket = socket;
        socket.setReceiveBufferSize(4 << 20);
        socket.setSendBufferSize(1 << 20);
    }

    static UdpPeer node() throws IOException {
        return node(ipv4(0, 127, 0, 0, 1));
    }

    static UdpPeer node(InetSocketAddress address) throws IOException {
        return new UdpPeer(new DatagramSocket(address));
    }

    /** A node at an address that others may have too. */
    static UdpPeer nodeSharing(InetSocketAddress address) throws IOException {
        DatagramSocket socket = new DatagramSocket(null);
        socket.setOption(StandardSocketOptions.SO_REUSEPORT, true);
        socket.bind(address);
        return new UdpPeer(socket);
    }

    static InetSocketAddress ipv4(int port, int... bytes) {
        byte[] address = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            address[i] = (byte) bytes[i];
        }
        try {
            return new InetSocketAddress(InetAddress.getByAddress(address), port);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    /** An address that nobody listens at, a moment ago at least. */
    static InetSocketAddress addressOfNobody() throws IOException {
        try (UdpPeer gone = node()) {
            return gone.address();
        }
    }

    /** A client that insists on answers from {@code server}. Not connected, because the JDK then skips empty datagrams. */
    static UdpPeer client(InetSocketAddress server) throws IOException {
        UdpPeer peer = new UdpPeer(new DatagramSocket());
        peer.server = server;
        return peer;
    }

    InetSocketAddress address() {
        return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.US_ASCII));
    }

    void send(byte[] bytes) throws IOException {
        socket.send(new DatagramPacket(bytes, bytes.length, server));
    }

    void reply(String text) throws IOException {
        reply(text.getBytes(StandardCharsets.US_ASCII));
    }

    void reply(byte[] bytes) throws IOException {
        socket.send(new DatagramPacket(bytes, bytes.length, lastSender));
    }

    String receiveText() throws IOException {
        return new String(receive(), StandardCharsets.US_ASCII);
    }

    byte[] receive() throws IOException {
        socket.setSoTimeout(PATIENCE_MS);
        DatagramPacket packet = new DatagramPacket(new byte[LARGEST + 1], LARGEST + 1);
        socket.receive(packet);
        lastSender = (InetSocketAddress) packet.getSocketAddress();
        if (server != null && !server.equals(lastSender)) {
            throw new AssertionError("an answer from " + lastSender + " instead of " + server);
        }
        return Arrays.copyOf(packet.getData(), packet.getLength());
    }

    /** Whether nothing is there; meant for after something that would have come later has come. */
    boolean hasNothing() throws IOException {
        socket.setSoTimeout(1);
        try {
            socket.receive(new DatagramPacket(new byte[1], 1));
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        }
    }

    @Override
    public void close() {
        socket.close();
    }
}
