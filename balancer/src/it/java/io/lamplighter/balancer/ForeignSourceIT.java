package io.lamplighter.balancer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * With {@code proxy_bind … transparent} a server sees an address that is not the balancer's. Its answers find their way back by
 * routing, which must not be changed on the host that runs the tests: so all of it runs in a network namespace.
 */
@Timeout(120)
class ForeignSourceIT {
    private static final String FOREIGN = "198.51.100.77";
    /** In a table of its own the route does not make the address one of the host's. */
    private static final String NETWORK = "ip link set lo up && ip rule add to 198.51.100.0/24 lookup 77"
            + " && ip route add local 198.51.100.0/24 dev lo table 77";

    @TempDir
    Path directory;

    private int inNamespace(String command, List<String> arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of("unshare", "--net", "sh", "-c", command, "sh"));
        words.addAll(arguments);
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile())
                .start();
        try {
            assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aServerSeesTheAddressThatTheConfigurationNames() throws Exception {
        assumeTrue(inNamespace(NETWORK, List.of()) == 0, "needs root, iproute2 and network namespaces");
        List<String> java = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Hosts.class.getName(),
                directory.toString());

        int exitCode = inNamespace(NETWORK + " && exec \"$@\"", java);

        List<String> seen = Files.readAllLines(directory.resolve("output")).stream()
                .filter(line -> line.startsWith("seen "))
                .toList();
        assertThat(exitCode).as(Files.readString(directory.resolve("output"))).isZero();
        List<String> expected = new ArrayList<>();
        RunningBalancer.nativeTransports()
                .forEach(transport -> expected.addAll(List.of(
                        "seen " + transport + " tcp transparent: " + FOREIGN,
                        "seen " + transport + " udp transparent: " + FOREIGN,
                        "seen " + transport + " tcp: nothing")));
        expected.add("seen nio tcp transparent: nothing");
        assertThat(seen).containsExactlyElementsOf(expected);
    }

    /** The program in the namespace: says what servers see. */
    static final class Hosts {
        private final Path directory;

        private Hosts(Path directory) {
            this.directory = directory;
        }

        public static void main(String[] arguments) throws Exception {
            Hosts hosts = new Hosts(Path.of(arguments[0]));
            for (String transport : RunningBalancer.nativeTransports().toList()) {
                say(transport + " tcp transparent", hosts.overTcp(transport, " transparent"));
                say(transport + " udp transparent", hosts.overUdp(transport));
                say(transport + " tcp", hosts.overTcp(transport, ""));
            }
            say("nio tcp transparent", hosts.overTcp("nio", " transparent"));
            System.exit(0);
        }

        @SuppressWarnings("SystemOut")
        private static void say(String what, String seen) {
            System.out.println("seen " + what + ": " + (seen.isEmpty() ? "nothing" : seen));
        }

        private RunningBalancer balancer(String transport, String protocol, int port, String parameter)
                throws IOException {
            return RunningBalancer.stream(
                    directory,
                    transport,
                    "server { listen 127.0.0.1:0" + protocol + "; proxy_pass 127.0.0.1:" + port + "; proxy_bind "
                            + FOREIGN + parameter + "; }");
        }

        private String overTcp(String transport, String parameter) throws Exception {
            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    RunningBalancer balancer = balancer(transport, "", server.getLocalPort(), parameter);
                    Socket client = balancer.connect()) {
                Thread answers = new Thread(() -> answerOne(server), "server");
                answers.setDaemon(true);
                answers.start();
                return new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            }
        }

        private static void answerOne(ServerSocket server) {
            try (Socket connection = server.accept()) {
                String from = connection.getInetAddress().getHostAddress();
                connection.getOutputStream().write(from.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                // closed without a connection
            }
        }

        private String overUdp(String transport) throws Exception {
            try (DatagramSocket server = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                    RunningBalancer balancer = balancer(transport, " udp", server.getLocalPort(), " transparent");
                    DatagramSocket client = new DatagramSocket()) {
                server.setSoTimeout(10_000);
                client.setSoTimeout(10_000);
                client.send(new DatagramPacket(new byte[1], 1, balancer.address()));
                DatagramPacket packet = new DatagramPacket(new byte[100], 100);
                server.receive(packet);
                packet.setData(packet.getAddress().getHostAddress().getBytes(StandardCharsets.US_ASCII));
                server.send(packet);
                DatagramPacket answer = new DatagramPacket(new byte[100], 100);
                client.receive(answer);
                return new String(answer.getData(), 0, answer.getLength(), StandardCharsets.US_ASCII);
            }
        }
    }
}
