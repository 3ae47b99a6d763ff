package io.lamplighter.balancer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** A port where connecting hangs: its accept queue is full, and Linux then drops what asks to enter. */
final class Blackhole implements AutoCloseable {
    private final ServerSocket server;
    private final List<SocketChannel> fillers = new ArrayList<>();

    private Blackhole(ServerSocket server) {
        this.server = server;
    }

    static Blackhole open() throws IOException {
        Blackhole blackhole = new Blackhole(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        for (int i = 0; i < 8; i++) {
            SocketChannel filler = SocketChannel.open();
            filler.configureBlocking(false);
            filler.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), blackhole.server.getLocalPort()));
            blackhole.fillers.add(filler);
        }
        return blackhole;
    }

    String hostPort() {
        return "127.0.0.1:" + server.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel filler : fillers) {
            filler.close();
        }
        server.close();
    }
}
