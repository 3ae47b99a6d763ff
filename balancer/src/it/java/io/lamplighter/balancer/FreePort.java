package io.lamplighter.balancer;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** Ports for those who must know theirs before it is opened, or open it a second time. */
final class FreePort {
    private static final Path DEALT_OUT = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
    private static final int LOWEST = 1024;
    private static final int LINUX_FIRST = 32_768;
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private FreePort() {}

    /**
     * A port that is free on all addresses, for TCP and for UDP, and that this program was not given before. It is below
     * those that the system deals out, so that no connection and no other test's port 0 takes it meanwhile.
     */
    static int next() throws IOException {
        int end = firstDealtOut();
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(Math.max(LOWEST, end / 2), end);
            if (GIVEN.add(port) && isFree(port)) {
                return port;
            }
        }
    }

    private static boolean isFree(int port) throws IOException {
        try (ServerSocket tcp = new ServerSocket(port);
                DatagramSocket udp = new DatagramSocket(port)) {
            return tcp.isBound() && udp.isBound();
        } catch (BindException e) {
            return false;
        }
    }

    private static int firstDealtOut() throws IOException {
        if (!Files.exists(DEALT_OUT)) {
            return LINUX_FIRST;
        }
        int first;
        try (Scanner range = new Scanner(DEALT_OUT, StandardCharsets.US_ASCII)) {
            first = range.nextInt();
        }
        return first > 2 * LOWEST ? first : LINUX_FIRST;
    }
}
