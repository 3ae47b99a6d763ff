package io.lamplighter.balancer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A node on loopback that treats each connection as the test says, with blocking sockets on threads of its own. */
final class TestNode implements AutoCloseable {
    /** What a node does with one connection. */
    interface Service {
        void serve(Socket socket) throws Exception;
    }

    private final ServerSocket server;
    private final Service service;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final AtomicInteger accepted = new AtomicInteger();

    private TestNode(int port, Service service) {
        this.service = service;
        try {
            server = new ServerSocket(port, 4096, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static TestNode start(Service service) {
        return start(0, service);
    }

    /** @param port 0 for a free one */
    private static TestNode start(int port, Service service) {
        TestNode node = new TestNode(port, service);
        thread(node::accept);
        return node;
    }

    /** Sends back what it gets, and ends when the client does. */
    static TestNode echo() {
        return start(socket -> {
            try (socket) {
                copy(socket.getInputStream(), socket.getOutputStream());
            }
        });
    }

    /** Sends its name and ends. */
    static TestNode naming(String name) {
        return naming(name, 0);
    }

    /** At a given port, as a node that comes back. */
    static TestNode naming(String name, int port) {
        return start(port, socket -> {
            try (socket) {
                socket.getOutputStream().write(name.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            }
        });
    }

    static void copy(InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[65_536];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            out.write(buffer, 0, n);
        }
    }

    private static void thread(Runnable task) {
        Thread thread = new Thread(task, "test-node");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                accepted.incrementAndGet();
                sockets.add(socket);
                thread(() -> serve(socket));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serve(Socket socket) {
        try {
            service.serve(socket);
        } catch (Exception e) {
            // the test looks at what the client saw
        }
    }

    int accepted() {
        return accepted.get();
    }

    InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    /** As a {@code server} line names it. */
    int port() {
        return server.getLocalPort();
    }

    String hostPort() {
        return "127.0.0.1:" + server.getLocalPort();
    }

    /** A port on loopback that refuses connections. */
    static String refusing() {
        try {
            return "127.0.0.1:" + FreePort.next();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
