package io.lamplighter.simulator;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** Ports for programs that have to be told theirs before they open it, or that others must know earlier. */
public final class FreePort {
    /** First and last of the ports that Linux gives to sockets that ask for none, outgoing connections among them. */
    private static final Path DEALT_OUT = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

    private static final int FIRST_UNPRIVILEGED = 1024;
    private static final int USUAL_FIRST_DEALT_OUT = 32_768; // Linux; elsewhere 49,152 and up
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private FreePort() {}

    /**
     * A port that is free for TCP and UDP on the loopback address and that this JVM was not given before. It lies below those
     * the system deals out, so that no connection takes it before the program does. Any thread.
     */
    public static int next() throws IOException {
        int end = firstDealtOut();
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(Math.max(FIRST_UNPRIVILEGED, end / 2), end);
            if (GIVEN.add(port) && isFree(port)) {
                return port;
            }
        }
    }

    /** {@link #next} on the loopback address. */
    public static InetSocketAddress nextAddress() throws IOException {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), next());
    }

    private static boolean isFree(int port) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        try (ServerSocket tcp = new ServerSocket(port, 1, address.getAddress());
                DatagramSocket udp = new DatagramSocket(address)) {
            return tcp.isBound() && udp.isBound();
        } catch (BindException e) {
            return false;
        }
    }

    /** The first of the system's own; the usual one where it leaves too little below. */
    static int firstDealtOut() throws IOException {
        if (!Files.exists(DEALT_OUT)) {
            return USUAL_FIRST_DEALT_OUT;
        }
        try (Scanner range = new Scanner(DEALT_OUT, StandardCharsets.US_ASCII)) {
            int first = range.nextInt();
            return first >= 2 * FIRST_UNPRIVILEGED ? first : USUAL_FIRST_DEALT_OUT;
        }
    }
}
