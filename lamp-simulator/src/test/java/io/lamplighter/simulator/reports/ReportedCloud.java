package io.lamplighter.simulator.reports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lamplighter.simulator.FreePort;
import io.lamplighter.simulator.Lifeline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;

/**
 * A balancer process in front of servers that say their names, each with a weight of {@value #BASE_WEIGHT} by itself, and the
 * agent processes that a test starts. All of them end with the test's JVM, however that ends.
 */
final class ReportedCloud implements AutoCloseable {
    static final int BASE_WEIGHT = 100;

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final Path directory;
    private final List<ServerSocket> servers = new ArrayList<>();
    private final List<Process> processes = new ArrayList<>();
    private final int lampsPort = FreePort.next();
    private final int apiPort = FreePort.next();
    private final int reportsPort = FreePort.next();

    private ReportedCloud(Path directory) throws IOException {
        this.directory = directory;
    }

    /**
     * Starts a balancer and waits until it serves.
     *
     * @param method the line that says how the upstream chooses
     * @param expire the value of that directive
     * @param nodes names of the servers
     */
    static ReportedCloud start(Path directory, String method, String expire, String... nodes) throws IOException {
        ReportedCloud cloud = new ReportedCloud(directory);
        try {
            cloud.startBalancer(method, expire, nodes);
        } catch (IOException | RuntimeException | Error e) {
            cloud.close();
            throw e;
        }
        return cloud;
    }

    private void startBalancer(String method, String expire, String... nodes) throws IOException {
        Files.writeString(directory.resolve("report.key"), ReportedNode.KEY_LINE);
        StringBuilder lines = new StringBuilder();
        for (String node : nodes) {
            lines.append("server 127.0.0.1:").append(startServer(node)).append(" weight=" + BASE_WEIGHT + " node=");
            lines.append(node).append("; ");
        }
        Path configuration = directory.resolve("cloud.conf");
        Files.writeString(configuration, """
                worker_processes 1;
                events { }
                stream {
                    load_reports { listen 127.0.0.1:%d; key_file report.key; expire %s; }
                    api { listen 127.0.0.1:%d; }
                    upstream u { %s %s }
                    server { listen 127.0.0.1:%d; proxy_pass u; }
                }
                """.formatted(reportsPort, expire, apiPort, method, lines, lampsPort));
        launch(
                "balancer",
                "io.lamplighter.balancer.Lamplighter",
                "-p",
                directory.toString(),
                "-c",
                configuration.toString(),
                "-e",
                "stderr",
                "-g",
                "daemon off; pid balancer.pid;");
        Awaitility.await().atMost(PATIENCE).ignoreExceptions().until(() -> state().has("version"));
    }

    private int startServer(String name) throws IOException {
        ServerSocket server = new ServerSocket(0, 1024, LOOPBACK);
        servers.add(server);
        Thread thread = new Thread(() -> serve(server, name), "server " + name);
        thread.setDaemon(true);
        thread.start();
        return server.getLocalPort();
    }

    private static void serve(ServerSocket server, String name) {
        try {
            while (true) {
                try (Socket session = server.accept()) {
                    session.getOutputStream().write(name.getBytes(StandardCharsets.US_ASCII));
                }
            }
        } catch (IOException e) {
            // closed
        }
    }

    /** Starts an agent for a server; it reports to {@code port} of this host twice a second. */
    Process startAgent(String node, int port) throws IOException {
        return launch(
                "agent-" + node,
                "io.lamplighter.agent.Agent",
                "--balancer=127.0.0.1:" + port,
                "--node=" + node,
                "--key-file=" + directory.resolve("report.key"),
                "--interval=500ms",
                "--interface=lo", // the one interface that every machine has
                "--bandwidth-capacity=100g");
    }

    /** Starts a main class of this class path in a JVM of its own. */
    Process launch(String name, String main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Lifeline.class.getName(),
                main));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve(name + ".log").toFile()))
                .start();
        processes.add(process);
        return process;
    }

    /** Where the balancer takes reports. */
    InetSocketAddress reports() {
        return new InetSocketAddress(LOOPBACK, reportsPort);
    }

    /** The weight of a server as the API says it. */
    int weight(String node) {
        return node(node).at("/weight/value").asInt();
    }

    /** Where that weight comes from. */
    String weightReason(String node) {
        return node(node).at("/weight/reason").asText();
    }

    private JsonNode node(String name) {
        return StreamSupport.stream(state().at("/upstreams/0/nodes").spliterator(), false)
                .filter(node -> node.get("name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Reports believed so far. */
    long accepted() {
        return state().at("/reports/accepted").asLong();
    }

    /** Datagrams refused so far, by the reasons that occurred. */
    Map<String, Long> refused() {
        Map<String, Long> refused = new TreeMap<>();
        state().at("/reports/refused").properties().forEach(entry -> {
            if (entry.getValue().asLong() > 0) {
                refused.put(entry.getKey(), entry.getValue().asLong());
            }
        });
        return refused;
    }

    private JsonNode state() {
        try (var body =
                URI.create("http://127.0.0.1:" + apiPort + "/state").toURL().openStream()) {
            return JSON.readTree(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens sessions one after the other; the share of them that a server got, 0..1. */
    double shareOf(String node, int sessions) throws IOException {
        int ofNode = 0;
        for (int i = 0; i < sessions; i++) {
            try (Socket lamp = new Socket(LOOPBACK, lampsPort)) {
                String name = new String(lamp.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                ofNode += name.equals(node) ? 1 : 0;
            }
        }
        return (double) ofNode / sessions;
    }

    @Override
    public void close() throws IOException {
        for (Process process : processes) {
            process.destroyForcibly();
        }
        for (ServerSocket server : servers) {
            server.close();
        }
    }
}
