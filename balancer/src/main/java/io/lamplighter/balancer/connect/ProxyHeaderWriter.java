package io.lamplighter.balancer.connect;

import io.lamplighter.balancer.variable.IpText;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;

/** PROXY protocol headers that tell a server whose connection it gets, HAProxy's doc/proxy-protocol.txt sections 2.1 and 2.2. */
public final class ProxyHeaderWriter {
    private static final byte[] SIGNATURE = {0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A};
    private static final int PROXY_COMMAND = 0x21;
    private static final int UNKNOWN = 0x00;
    private static final int TCP_OVER_IPV4 = 0x11;
    private static final int TCP_OVER_IPV6 = 0x21;
    private static final int DATAGRAMS = 0x01;

    private ProxyHeaderWriter() {}

    /**
     * The header for a client.
     *
     * @param version 1 or 2
     * @param server what the client connected to
     * @param isUdp whether it sends datagrams; version 1 has no word for that and says TCP, as nginx does
     */
    public static ByteBuf header(
            ByteBufAllocator allocator, int version, SocketAddress client, SocketAddress server, boolean isUdp) {
        ByteBuf header = allocator.buffer(128);
        if (version == 1) {
            header.writeCharSequence(line(client, server), StandardCharsets.US_ASCII);
        } else {
            writeBinary(header, client, server, isUdp);
        }
        return header;
    }

    private static String line(SocketAddress client, SocketAddress server) {
        if (!isSameFamily(client, server)) {
            return "PROXY UNKNOWN\r\n";
        }
        InetSocketAddress from = (InetSocketAddress) client;
        InetSocketAddress to = (InetSocketAddress) server;
        String family = ip(from).length == 4 ? "TCP4" : "TCP6";
        return "PROXY " + family + " " + IpText.format(ip(from)) + " " + IpText.format(ip(to)) + " " + from.getPort()
                + " " + to.getPort() + "\r\n";
    }

    private static void writeBinary(ByteBuf header, SocketAddress client, SocketAddress server, boolean isUdp) {
        header.writeBytes(SIGNATURE).writeByte(PROXY_COMMAND);
        if (!isSameFamily(client, server)) {
            header.writeByte(UNKNOWN).writeShort(0);
            return;
        }
        InetSocketAddress from = (InetSocketAddress) client;
        InetSocketAddress to = (InetSocketAddress) server;
        int family = ip(from).length == 4 ? TCP_OVER_IPV4 : TCP_OVER_IPV6;
        header.writeByte(isUdp ? family + DATAGRAMS : family)
                .writeShort(2 * ip(from).length + 4)
                .writeBytes(ip(from))
                .writeBytes(ip(to))
                .writeShort(from.getPort())
                .writeShort(to.getPort());
    }

    private static boolean isSameFamily(SocketAddress client, SocketAddress server) {
        return client instanceof InetSocketAddress from
                && server instanceof InetSocketAddress to
                && ip(from).length == ip(to).length;
    }

    private static byte[] ip(InetSocketAddress address) {
        return address.getAddress().getAddress();
    }
}
