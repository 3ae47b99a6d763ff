package io.lamplighter.balancer;

import io.lamplighter.balancer.config.ApiConfig;
import io.lamplighter.balancer.config.BalancerConfig;
import io.lamplighter.balancer.config.ConfigLoader;
import io.lamplighter.balancer.config.LoadReportsConfig;
import io.lamplighter.balancer.config.LoadResult;
import io.lamplighter.balancer.config.ServerConfig;
import io.lamplighter.balancer.config.StreamConfig;
import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.node.Node;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.uring.IoUring;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A balancer in this process, configured by text, as a user would. */
final class RunningBalancer implements AutoCloseable {
    private static final int ANY_PORT = 9;
    private static final int ANY_API_PORT = 7; // not the same as that of a server beside it

    private final Path directory;
    private final Balancer balancer;

    private RunningBalancer(Path directory, Balancer balancer) {
        this.directory = directory;
        this.balancer = balancer;
    }

    /** The event methods that work on this host, by their names in the language; NIO always does. */
    static Stream<String> transports() {
        return Stream.concat(nativeTransports(), Stream.of("nio"));
    }

    /** Those of Linux that work on this host. */
    static Stream<String> nativeTransports() {
        return Stream.of(IoUring.isAvailable() ? "io_uring" : "", Epoll.isAvailable() ? "epoll" : "")
                .filter(name -> !name.isEmpty());
    }

    /** Starts with the whole configuration {@code text}. */
    static RunningBalancer start(Path directory, String text) throws IOException {
        return new RunningBalancer(directory, Balancer.start(load(directory, text)));
    }

    /** Starts with the content of {@code stream}, on {@code transport}. */
    static RunningBalancer stream(Path directory, String transport, String text) throws IOException {
        return start(directory, "worker_processes 1; events { use " + transport + "; } stream { " + text + " }");
    }

    private static BalancerConfig load(Path directory, String text) throws IOException {
        String withPorts = text.replace("api { listen 127.0.0.1:0;", "api { listen 127.0.0.1:" + ANY_API_PORT + ";")
                .replace("127.0.0.1:0;", "127.0.0.1:" + ANY_PORT + ";")
                .replace("127.0.0.1:0 ", "127.0.0.1:" + ANY_PORT + " ");
        Files.writeString(directory.resolve("test.conf"), withPorts);
        if (read(directory) instanceof LoadResult.Loaded loaded) {
            return withFreePorts(loaded.config());
        }
        throw new AssertionError("refused: " + read(directory));
    }

    /** The language has no port 0, as nginx's has none; so it is written as another that no test uses, and put in here. */
    private static BalancerConfig withFreePorts(BalancerConfig config) {
        StreamConfig stream = config.stream();
        List<ServerConfig> servers =
                stream.servers().stream().map(RunningBalancer::withFreePorts).toList();
        return new BalancerConfig(
                config.workerProcesses(),
                config.daemon(),
                config.pidFile(),
                config.shutdownTimeoutMs(),
                config.errorLog(),
                config.events(),
                stream.at(
                        servers,
                        stream.loadReports().map(RunningBalancer::withFreePort),
                        stream.api().map(RunningBalancer::withFreePort)));
    }

    private static LoadReportsConfig withFreePort(LoadReportsConfig reports) {
        return new LoadReportsConfig(
                withFreePort(reports.listen()),
                reports.keys(),
                reports.expireMs(),
                reports.unsigned(),
                reports.sourceLimit(),
                reports.source());
    }

    private static ApiConfig withFreePort(ApiConfig api) {
        return new ApiConfig(withFreePort(api.listen()), api.write(), api.source());
    }

    private static InetSocketAddress withFreePort(InetSocketAddress listen) {
        boolean isAny = listen.getPort() == ANY_PORT || listen.getPort() == ANY_API_PORT;
        return isAny ? new InetSocketAddress(listen.getAddress(), 0) : listen;
    }

    private static ServerConfig withFreePorts(ServerConfig server) {
        return server.at(server.listens().stream()
                .map(listen ->
                        listen.address() instanceof InetSocketAddress inet ? listen.at(withFreePort(inet)) : listen)
                .toList());
    }

    private static LoadResult read(Path directory) {
        return new ConfigLoader().load(directory.resolve("test.conf"), directory, "", Optional.empty());
    }

    /** Reloads as the program does on a signal; whether it took effect. */
    boolean reload(String text) throws IOException {
        Files.writeString(directory.resolve("test.conf"), text);
        return balancer.reload(read(directory));
    }

    Balancer balancer() {
        return balancer;
    }

    InetSocketAddress address() {
        return address(0);
    }

    InetSocketAddress address(int index) {
        return (InetSocketAddress) balancer.localAddresses().get(index);
    }

    Socket connect() throws IOException {
        InetSocketAddress address = address();
        return new Socket(address.getAddress(), address.getPort());
    }

    long count(EndReason reason) {
        return balancer.counters().value(reason);
    }

    long count(Counter counter) {
        return balancer.counters().value(counter);
    }

    List<Node> nodes(String upstream) {
        return balancer.generation().nodes().upstreams().get(upstream).primary();
    }

    long bytesFromNode(Node node) {
        return balancer.meters().totals(node).bytesFromNode();
    }

    long bytesToNode(Node node) {
        return balancer.meters().totals(node).bytesToNode();
    }

    void awaitEnded(EndReason reason, long times) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> org.assertj.core.api.Assertions.assertThat(count(reason))
                        .as(() -> "sessions ended as " + reason + "; all: " + ends())
                        .isEqualTo(times));
    }

    private String ends() {
        StringBuilder text = new StringBuilder();
        for (EndReason reason : EndReason.values()) {
            text.append(count(reason) == 0 ? "" : reason + "=" + count(reason) + " ");
        }
        return text.toString();
    }

    /** Awaits that no session, no socket and nothing borrowed is left. */
    void awaitNothingLeft() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> balancer.counters().openSessions() == 0);
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> openSockets() == 0);
        for (Node node : balancer.generation().nodes().nodes()) {
            org.assertj.core.api.Assertions.assertThat(node.inFlight())
                    .as("in flight on " + node.address())
                    .isZero();
        }
    }

    int openSockets() {
        int sum = 0;
        for (var worker : balancer.workers()) {
            Future<Integer> connections = worker.loop().submit(worker::connections);
            sum += connections.awaitUninterruptibly().getNow();
        }
        return sum;
    }

    @Override
    public void close() {
        balancer.close();
    }
}
