package io.lamplighter.simulator.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lamplighter.simulator.LampSim;
import io.lamplighter.simulator.Lifeline;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes: what the demo promises about them is a promise about the kernel too. */
@Timeout(180)
class ChildTest {
    private static final long PATIENCE_MS = 60_000;
    private static final List<String> NODE =
            List.of(LampSim.class.getName(), "node", "--name=a", "--listen=127.0.0.1:0");

    @TempDir
    private Path dir;

    /** Stands for the demo: starts a node as the demo does, prints its process id, and waits to be killed. */
    public static final class Parent {
        private Parent() {}

        public static void main(String[] arguments) throws IOException, InterruptedException {
            Child child = node(Path.of(arguments[0]));
            child.awaitReady(PATIENCE_MS);
            System.out.println(child.pid());
            Thread.currentThread().join(PATIENCE_MS);
        }
    }

    /** Stands for the demo with its shutdown hook. */
    public static final class Interrupted {
        private Interrupted() {}

        public static void main(String[] arguments) throws IOException, InterruptedException {
            try (Children children = new Children("the children are stopped")) {
                Child child = children.start(() -> node(Path.of(arguments[0])));
                child.awaitReady(PATIENCE_MS);
                System.out.println(child.pid());
                Thread.currentThread().join(PATIENCE_MS);
            }
        }
    }

    /** Stands for the balancer: a program that minds its own business. */
    public static final class Idler {
        private Idler() {}

        public static void main(String[] arguments) throws InterruptedException {
            System.out.println("idling " + String.join(",", arguments));
            Thread.currentThread().join();
        }
    }

    private static Child node(Path log) throws IOException {
        return Child.start("node a", log, line -> line.startsWith("ready node=a port="), List.of(), NODE);
    }

    @Test
    void aNodeEndsWhenItsStandardInputCloses() throws IOException, InterruptedException {
        Process node = java(NODE);
        try (BufferedReader output = node.inputReader(StandardCharsets.UTF_8)) {
            assertThat(output.readLine()).startsWith("ready node=a port=");

            node.getOutputStream().close();

            assertThat(node.waitFor(PATIENCE_MS, TimeUnit.MILLISECONDS)).isTrue();
            assertThat(node.exitValue()).isZero();
        } finally {
            node.destroyForcibly();
        }
    }

    @Test
    void aNodeEndsWhenItsParentIsKilled() throws IOException, InterruptedException {
        Process parent =
                java(List.of(Parent.class.getName(), dir.resolve("node.log").toString()));
        try (BufferedReader output = parent.inputReader(StandardCharsets.UTF_8)) {
            long pid = Long.parseLong(output.readLine());
            assertThat(isRunning(pid)).isTrue();

            parent.destroyForcibly().waitFor();

            await().atMost(Duration.ofMillis(PATIENCE_MS)).until(() -> !isRunning(pid));
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void anInterruptedDemoEndsItsChildrenAndSaysSo() throws IOException, InterruptedException {
        Path errors = dir.resolve("errors");
        Process demo = new ProcessBuilder(command(List.of(
                        Interrupted.class.getName(), dir.resolve("node.log").toString())))
                .redirectError(errors.toFile())
                .start();
        try (BufferedReader output = demo.inputReader(StandardCharsets.UTF_8)) {
            long pid = Long.parseLong(output.readLine());

            demo.destroy();

            assertThat(demo.waitFor(PATIENCE_MS, TimeUnit.MILLISECONDS)).isTrue();
            assertThat(isRunning(pid)).isFalse();
            assertThat(errors).content().contains("interrupted; the children are stopped");
        } finally {
            demo.destroyForcibly();
        }
    }

    @Test
    void aProgramOnALifelineRunsWithItsArgumentsAndEndsWithItsStandardInput() throws IOException, InterruptedException {
        Process program = java(List.of(Lifeline.class.getName(), Idler.class.getName(), "-c", "x.conf"));
        try (BufferedReader output = program.inputReader(StandardCharsets.UTF_8)) {
            assertThat(output.readLine()).isEqualTo("idling -c,x.conf");

            program.getOutputStream().close();

            assertThat(program.waitFor(PATIENCE_MS, TimeUnit.MILLISECONDS)).isTrue();
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    void closingTheChildrenEndsEveryOne() throws IOException, InterruptedException {
        List<Child> started = new ArrayList<>();
        try (Children children = new Children("the children are stopped")) {
            for (int i = 0; i < 2; i++) {
                Path log = dir.resolve("node-" + i + ".log");
                started.add(children.start(() -> node(log)));
            }
            for (Child child : started) {
                child.awaitReady(PATIENCE_MS);
            }
            children.requireAllAlive();
        }

        assertThat(started).noneMatch(child -> isRunning(child.pid()));
    }

    @Test
    void aChildThatEndsInsteadOfGettingReadyIsQuotedWithItsLog() throws IOException, InterruptedException {
        Path log = dir.resolve("node.log");
        try (Children children = new Children("the children are stopped")) {
            Child child = children.start(() -> Child.start(
                    "node a", log, line -> false, List.of(), List.of(LampSim.class.getName(), "node", "--name=a")));

            assertThatThrownBy(() -> child.awaitReady(PATIENCE_MS))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("node a ended with status 2")
                    .hasMessageEndingWith("see " + log);
            assertThat(log).content().contains("--listen");
        }
    }

    @Test
    void aChildThatStaysSilentIsNotWaitedForForEver() throws IOException {
        Path log = dir.resolve("idler.log");
        try (Children children = new Children("the children are stopped")) {
            Child child = children.start(
                    () -> Child.start("the idler", log, line -> false, List.of(), List.of(Idler.class.getName())));

            assertThatThrownBy(() -> child.awaitReady(1000)).hasMessage("the idler is not ready after 1 s; see " + log);
        }
    }

    private static Process java(List<String> mainAndArguments) throws IOException {
        return new ProcessBuilder(command(mainAndArguments))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static List<String> command(List<String> mainAndArguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.addAll(mainAndArguments);
        return command;
    }

    private static boolean isRunning(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }
}
