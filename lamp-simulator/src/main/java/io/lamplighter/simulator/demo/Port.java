package io.lamplighter.simulator.demo;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A port the demo needs on the loopback address.
 *
 * @param number 1..65535
 * @param protocol TCP or UDP
 * @param purpose what for; follows "where"
 */
record Port(int number, Protocol protocol, String purpose) {
    enum Protocol {
        TCP,
        UDP
    }

    /**
     * A listening socket of io_uring outlives its process by a moment, because the kernel tears rings down in the
     * background; a demo that is started right after another must not stumble over that.
     */
    private static final long PATIENCE_MS = 3000;

    private static final long POLL_MS = 100;

    /**
     * Requires that every port can be had.
     *
     * @throws IOException when any is taken and stays so; the message names all of them and says what to do
     */
    static void requireFree(List<Port> ports) throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
        List<Port> taken = taken(ports);
        while (!taken.isEmpty() && System.nanoTime() - deadlineNs < 0) {
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
            taken = taken(ports);
        }
        if (!taken.isEmpty()) {
            throw new IOException(message(taken));
        }
    }

    private static List<Port> taken(List<Port> ports) {
        return ports.stream().filter(port -> !port.isFree()).toList();
    }

    private static String message(List<Port> taken) {
        String list = taken.stream()
                .map(port -> port.number + "/" + port.protocol + " (where " + port.purpose + ")")
                .collect(Collectors.joining(", "));
        Port first = taken.get(0);
        return "the demo needs " + (taken.size() == 1 ? "a port that is" : "ports that are")
                + " already taken: " + list + ". \"ss -"
                + first.protocol.name().toLowerCase(Locale.ROOT).charAt(0)
                + "lnp 'sport = :" + first.number + "'\" shows by whom; end that program and start the demo again";
    }

    boolean isFree() {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), number);
        try {
            if (protocol == Protocol.TCP) {
                bindTcp(address);
            } else {
                bindUdp(address);
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void bindTcp(InetSocketAddress address) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true); // connections of an earlier demo in TIME_WAIT do not take the port
            socket.bind(address);
        }
    }

    private static void bindUdp(InetSocketAddress address) throws IOException {
        try (DatagramSocket socket = new DatagramSocket(null)) {
            socket.setReuseAddress(false);
            socket.bind(address);
        }
    }
}
