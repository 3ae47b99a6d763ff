package io.lamplighter.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The program as a process: options, signals, files, exit codes. */
@Timeout(90)
@SuppressWarnings("try") // that a connection can be made is the question
class ProgramIT {
    @TempDir
    Path directory;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void nothingIsLeftRunning() throws Exception {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    private Process run(String... args) throws IOException {
        // Whatever runs the tests may ignore HUP, and a Java machine cannot undo that.
        return run(List.of("env", "--default-signal=HUP"), args);
    }

    private Process run(List<String> wrapper, String... args) throws IOException {
        List<String> command = new ArrayList<>(wrapper);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "io.lamplighter.balancer.Lamplighter",
                "-p",
                directory.toString(),
                "-c",
                "test.conf"));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output().toFile()))
                .start();
        started.add(process);
        return process;
    }

    private int exitCode(String... args) throws Exception {
        Process process = run(args);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private Path output() {
        return directory.resolve("output");
    }

    private String said() throws IOException {
        return Files.readString(output());
    }

    private String read(String file) {
        try {
            return Files.readString(directory.resolve(file));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private void conf(String text) throws IOException {
        Files.writeString(directory.resolve("test.conf"), text);
    }

    private static String serving(int port, TestNode node, String more) {
        return "pid test.pid; error_log error.log notice; worker_processes 1; events { } stream { " + more
                + " server { listen 127.0.0.1:" + port + "; proxy_pass " + node.hostPort() + "; } }";
    }

    private Path pidFile() {
        return directory.resolve("test.pid");
    }

    private void awaitServing() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> PidFile.read(pidFile()).isPresent());
    }

    private static String answer(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return new String(socket.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.US_ASCII);
        }
    }

    @Test
    void itServesReloadsReopensAndStopsBySignals() throws Exception {
        int port = FreePort.next();
        try (TestNode one = TestNode.naming("one");
                TestNode two = TestNode.naming("two")) {
            conf(serving(port, one, ""));
            Process program = run("-g", "daemon off;");
            awaitServing();
            assertThat(PidFile.read(pidFile()).getAsLong()).isEqualTo(program.pid());
            assertThat(answer(port)).isEqualTo("one");

            conf(serving(port, two, ""));
            assertThat(exitCode("-s", "reload")).isZero();
            Awaitility.await()
                    .untilAsserted(() -> assertThat(answer(port))
                            .as(() -> "after a reload; error log: " + read("error.log"))
                            .isEqualTo("two"));

            conf(serving(port, one, "proxy_tiemout 1s;"));
            assertThat(new ProcessBuilder("kill", "-HUP", Long.toString(program.pid()))
                            .start()
                            .waitFor())
                    .isZero();
            Path errors = directory.resolve("error.log");
            Awaitility.await().until(() -> Files.readString(errors).contains("was not reloaded"));
            assertThat(Files.readString(errors)).contains("proxy_tiemout").contains("test.conf:1");
            assertThat(answer(port)).isEqualTo("two");

            conf(serving(port, two, ""));
            Files.move(errors, directory.resolve("error.log.1"));
            assertThat(exitCode("-s", "reopen")).isZero();
            Awaitility.await().until(() -> Files.exists(errors));

            assertThat(exitCode("-s", "stop")).isZero();
            assertThat(program.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(program.exitValue()).isZero();
            assertThat(pidFile()).doesNotExist();
        }
    }

    @Test
    void quitWaitsForTheLastSession() throws Exception {
        int port = FreePort.next();
        try (TestNode node = TestNode.echo()) {
            conf(serving(port, node, ""));
            Process program = run("-g", "daemon off;");
            awaitServing();
            try (Socket held = new Socket(InetAddress.getLoopbackAddress(), port)) {
                held.getOutputStream().write(1);
                assertThat(held.getInputStream().read()).isEqualTo(1);
                assertThat(exitCode("-s", "quit")).isZero();
                Awaitility.await().until(() -> refuses(port));
                held.getOutputStream().write(2);
                assertThat(held.getInputStream().read()).isEqualTo(2);
                assertThat(program.isAlive()).isTrue();
            }
            assertThat(program.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(program.exitValue()).isZero();
        }
    }

    private static boolean refuses(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void asADaemonItReturnsWhenItServes() throws Exception {
        int port = FreePort.next();
        try (TestNode node = TestNode.naming("one")) {
            conf(serving(port, node, ""));
            assertThat(exitCode()).isZero();
            assertThat(answer(port)).isEqualTo("one");
            ProcessHandle daemon =
                    ProcessHandle.of(PidFile.read(pidFile()).getAsLong()).orElseThrow();
            assertThat(exitCode("-s", "stop")).isZero();
            daemon.onExit().get(20, TimeUnit.SECONDS);
            assertThat(pidFile()).doesNotExist();
        }
    }

    /**
     * The listener rests, sessions go on, and when descriptors come back so does the service. With one descriptor more or
     * less it is the client's or the node's socket that cannot be had.
     */
    @ParameterizedTest
    @CsvSource({"io_uring, 150", "io_uring, 151", "epoll, 150", "epoll, 151", "nio, 150", "nio, 151"})
    void runningOutOfDescriptorsIsSurvived(String eventMethod, int descriptors) throws Exception {
        int port = FreePort.next();
        try (TestNode node = TestNode.echo()) {
            conf(serving(port, node, "").replace("events { }", "events { use " + eventMethod + "; }"));
            run(List.of("sh", "-c", "ulimit -n " + descriptors + "; exec \"$@\"", "sh"), "-g", "daemon off;");
            awaitServing();
            List<Socket> clients = new ArrayList<>();
            for (int i = 0; i < 150; i++) {
                clients.add(new Socket(InetAddress.getLoopbackAddress(), port));
            }
            Awaitility.await().untilAsserted(() -> assertThat(read("error.log")).contains("Too many open files"));
            assertThat(exchange(clients.get(0))).isTrue();
            boolean isAccepting = addUntilNoneIsServed(port, clients);
            if (!isAccepting) {
                // Each line tells how many were held back since the one before.
                Awaitility.await().until(() -> acceptFailures().size() >= 3);
                assertThat(acceptFailures()).as("rests").noneMatch(line -> line.matches(".*and \\d{3,} times more.*"));
            }
            for (Socket client : clients) {
                client.close();
            }
            Awaitility.await().ignoreExceptions().until(() -> {
                try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    return exchange(client);
                }
            });
            assertThat(read("error.log")).doesNotContain("internal error");
        }
    }

    /** Answers whether the last one was at least accepted, if only to be turned away. */
    private static boolean addUntilNoneIsServed(int port, List<Socket> clients) throws IOException {
        try {
            boolean isServed = true;
            while (isServed) {
                Socket client = new Socket(InetAddress.getLoopbackAddress(), port);
                clients.add(client);
                client.setSoTimeout(1_000);
                client.getOutputStream().write(7);
                isServed = client.getInputStream().read() == 7;
            }
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException e) {
            return true;
        }
    }

    private List<String> acceptFailures() {
        return read("error.log")
                .lines()
                .filter(line -> line.contains("accept") && line.contains("Too many open files"))
                .toList();
    }

    private static boolean exchange(Socket socket) throws IOException {
        socket.setSoTimeout(5_000);
        socket.getOutputStream().write(7);
        return socket.getInputStream().read() == 7;
    }

    @Test
    void aTakenPortIsNamedWithItsLineAndEndsTheProgram() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                TestNode node = TestNode.echo()) {
            conf(serving(taken.getLocalPort(), node, ""));
            assertThat(exitCode("-g", "daemon off;")).isEqualTo(1);
            assertThat(said())
                    .contains("bind() to 127.0.0.1:" + taken.getLocalPort())
                    .contains("Address already in use")
                    .contains("test.conf:1");
            assertThat(exitCode()).as("as a daemon").isEqualTo(1);
            assertThat(pidFile()).doesNotExist();
        }
    }

    @Test
    void testingAConfigurationListsEveryFault() throws Exception {
        conf("events { }\nstream {\n  server { listen 1883; proxy_pas x; }\n  sevrer { }\n}\n");
        assertThat(exitCode("-t")).isEqualTo(1);
        assertThat(said())
                .contains("test.conf:3")
                .contains("test.conf:4")
                .contains("proxy_pas")
                .contains("sevrer")
                .contains("test failed");
    }

    @Test
    void dumpingShowsEveryFile() throws Exception {
        conf("events { } stream { include more.conf; }");
        Files.writeString(directory.resolve("more.conf"), "server { listen 1883; proxy_pass 127.0.0.1:1; } # here\n");
        assertThat(exitCode("-T")).isZero();
        assertThat(said()).contains("test is successful").contains("more.conf:").contains("# here");
    }

    @Test
    void theVersionIsTold() throws Exception {
        assertThat(exitCode("-v")).isZero();
        assertThat(exitCode("-V")).isZero();
        assertThat(said()).contains("lamplighter version").contains("epoll");
    }
}
