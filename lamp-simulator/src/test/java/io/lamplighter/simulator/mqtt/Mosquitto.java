package io.lamplighter.simulator.mqtt;

import io.lamplighter.simulator.FreePort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

/** A Mosquitto of the test's own, on a port of its own. */
final class Mosquitto implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Process process;
    private final InetSocketAddress address;

    private Mosquitto(Process process, InetSocketAddress address) {
        this.process = process;
        this.address = address;
    }

    /** Starts a broker that takes anyone; the test is skipped where Mosquitto is not installed. */
    static Mosquitto start(Path directory, String name) throws IOException {
        Path program = Stream.of("/usr/sbin/mosquitto", "/usr/bin/mosquitto", "/usr/local/sbin/mosquitto")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        Assumptions.assumeTrue(program != null, "mosquitto is not installed");
        InetSocketAddress address = FreePort.nextAddress();
        Path configuration = Files.writeString(directory.resolve(name + ".conf"), """
                listener %d 127.0.0.1
                allow_anonymous true
                max_queued_messages 100000
                """.formatted(address.getPort()));
        Process process = new ProcessBuilder(String.valueOf(program), "-c", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(name + ".log").toFile())
                .start();
        Awaitility.await().atMost(PATIENCE).until(() -> accepts(address));
        return new Mosquitto(process, address);
    }

    static boolean accepts(InetSocketAddress address) {
        try (Socket probe = new Socket(address.getAddress(), address.getPort())) {
            return probe.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    InetSocketAddress address() {
        return address;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
