package io.lamplighter.balancer;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A node on loopback that sends back each datagram after a time of its own, any number at once; with a negative time never. */
final class DatagramNode implements AutoCloseable {
    private final DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    private final ScheduledExecutorService answers = Executors.newSingleThreadScheduledExecutor();
    private final AtomicInteger received = new AtomicInteger();
    private final long delayMs;

    private DatagramNode(long delayMs) throws IOException {
        this.delayMs = delayMs;
    }

    static DatagramNode echo(long delayMs) throws IOException {
        DatagramNode node = new DatagramNode(delayMs);
        Thread thread = new Thread(node::receive, "datagram-node");
        thread.setDaemon(true);
        thread.start();
        return node;
    }

    private void receive() {
        try {
            while (true) {
                DatagramPacket packet = new DatagramPacket(new byte[2048], 2048);
                socket.receive(packet);
                received.incrementAndGet();
                if (delayMs >= 0) {
                    answers.schedule(() -> answer(packet), delayMs, TimeUnit.MILLISECONDS);
                }
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void answer(DatagramPacket packet) {
        try {
            socket.send(packet);
        } catch (IOException e) {
            // the test looks at what the client saw
        }
    }

    int received() {
        return received.get();
    }

    /** As a {@code server} line names it. */
    String hostPort() {
        return "127.0.0.1:" + socket.getLocalPort();
    }

    @Override
    public void close() {
        socket.close();
        answers.shutdownNow();
    }
}
