package io.lamplighter.balancer;

import io.lamplighter.balancer.admin.AdminServer;
import io.lamplighter.balancer.admin.AdminState;
import io.lamplighter.balancer.config.ApiConfig;
import io.lamplighter.balancer.config.LoadReportsConfig;
import io.lamplighter.balancer.config.StreamConfig;
import io.lamplighter.balancer.config.UpstreamServer;
import io.lamplighter.balancer.measure.ResponseSamples;
import io.lamplighter.balancer.node.Upstream;
import io.lamplighter.balancer.variable.Endpoints;
import io.lamplighter.balancer.watch.ReportReceiver;
import io.lamplighter.balancer.weigh.WeightGroup;
import io.lamplighter.balancer.weigh.WeightLoop;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What happens beside the sessions: agents' reports come in, weights are computed and published, state is shown. It has two
 * threads of its own, one for weights and one for showing, and no session ever waits for either.
 *
 * <p>Threads: called by the one that starts, reloads and stops.
 */
final class ColdSide implements AutoCloseable {
    private static final int BIND_TRIES = 5;
    private static final long BIND_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final EventLoopGroup weights = loop("weights");
    private final EventLoopGroup admin = loop("admin");
    private final ReportReceiver receiver;
    private final WeightLoop weightLoop;
    private final AdminState state;

    private @Nullable AdminServer adminServer;
    private @Nullable InetSocketAddress adminAddress;
    private @Nullable InetSocketAddress reportsAddress;

    /**
     * Starts the threads; nothing is open yet.
     *
     * @param responses what sessions tell of response times
     * @param state what the admin endpoint shows, given the loop that knows the weights and the receiver of reports
     */
    ColdSide(ResponseSamples responses, BiFunction<WeightLoop, ReportReceiver, AdminState> state) {
        EventLoop loop = weights.next();
        receiver = new ReportReceiver(loop, System::nanoTime, System::currentTimeMillis, this::reportsArrived);
        weightLoop = new WeightLoop(loop, receiver::latest, responses, System::nanoTime);
        this.state = state.apply(weightLoop, receiver);
    }

    private static EventLoopGroup loop(String name) {
        return new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory(name), NioIoHandler.newFactory());
    }

    private void reportsArrived() {
        weightLoop.reportsArrived();
    }

    /** Addresses opened for a generation that is not in force yet. */
    final class Opened {
        private final Generation next;
        private final @Nullable AdminServer newAdminServer;

        private Opened(Generation next, @Nullable AdminServer newAdminServer) {
            this.next = next;
            this.newAdminServer = newAdminServer;
        }

        /** Gives weights and state to the new generation. Cannot fail. */
        void putToUse() {
            StreamConfig stream = next.config().stream();
            stream.loadReports().ifPresentOrElse(this::heed, receiver::close);
            reportsAddress = stream.loadReports().map(LoadReportsConfig::listen).orElse(null);
            long expireMs =
                    stream.loadReports().map(LoadReportsConfig::expireMs).orElse(0L);
            // Waited for, so that sessions of the new generation are picked by its weights from the first on.
            weightLoop.generation(groups(next), expireMs).toCompletableFuture().join();
            // By the address alone: the block may have moved to another line.
            InetSocketAddress newAddress = stream.api().map(ApiConfig::listen).orElse(null);
            if (adminServer != null && !Objects.equals(adminAddress, newAddress)) {
                adminServer.close();
                adminServer = null;
            }
            if (newAdminServer != null) {
                adminServer = newAdminServer;
            }
            adminAddress = newAddress;
        }

        private void heed(LoadReportsConfig reports) {
            receiver.reconfigure(reports, reportingNodes(next));
        }
    }

    /**
     * Opens what the generation listens on beside its sessions, where that is not open already.
     *
     * @throws IOException if an address cannot be had; nothing has changed then
     */
    Opened open(Generation next) throws IOException {
        StreamConfig stream = next.config().stream();
        AdminServer opened = null;
        if (stream.api().isPresent() && !stream.api().get().listen().equals(adminAddress)) {
            ApiConfig api = stream.api().get();
            opened = tried(() -> AdminServer.open(admin, state, api));
        }
        try {
            tried(() -> {
                openReceiver(next, stream.loadReports());
                return next;
            });
        } catch (IOException e) {
            if (opened != null) {
                opened.close();
            }
            throw e;
        }
        return new Opened(next, opened);
    }

    /** What opens an address. */
    private interface Opening<T> {
        T open() throws IOException;
    }

    /** Like nginx, tries again for a while: a socket that a reload just closed may be held a moment longer. */
    private static <T> T tried(Opening<T> opening) throws IOException {
        for (int tries = 1; ; tries++) {
            try {
                return opening.open();
            } catch (IOException e) {
                if (tries == BIND_TRIES || !String.valueOf(e.getMessage()).contains("in use")) {
                    throw e;
                }
                LockSupport.parkNanos(BIND_PAUSE_NS);
            }
        }
    }

    /** The last step that can fail: a socket for reports replaces the one before as soon as it is bound. */
    private void openReceiver(Generation next, Optional<LoadReportsConfig> reports) throws IOException {
        if (reports.isEmpty() || reports.get().listen().equals(reportsAddress)) {
            return;
        }
        LoadReportsConfig config = reports.get();
        if (reportsAddress == null) {
            receiver.reconfigure(config, reportingNodes(next)); // nobody reports yet, and the first report counts
        }
        try {
            receiver.open(config.listen()).toCompletableFuture().join();
        } catch (CompletionException e) {
            throw new IOException(
                    "bind() to " + Endpoints.text(config.listen()) + " (load_reports) failed ("
                            + e.getCause().getMessage() + ") in " + config.source(),
                    e.getCause());
        }
    }

    private static List<WeightGroup> groups(Generation generation) {
        List<WeightGroup> groups = new ArrayList<>();
        for (Upstream upstream : generation.nodes().upstreams().values()) {
            groups.addAll(WeightGroup.of(upstream, generation.selectors().get(upstream.name())));
        }
        return groups;
    }

    private static Set<String> reportingNodes(Generation generation) {
        Set<String> names = new HashSet<>();
        generation.config().stream()
                .upstreams()
                .values()
                .forEach(upstream -> upstream.servers().stream()
                        .map(UpstreamServer::node)
                        .forEach(name -> name.ifPresent(names::add)));
        return names;
    }

    /** Computes weights anew, because something about a node changed. */
    void weighAnew() {
        weightLoop.refresh();
    }

    /** Calls {@code action} once, on the thread for weights, as soon as {@code condition} holds. */
    void whenever(long pollMs, BooleanSupplier condition, Runnable action) {
        weights.next()
                .schedule(
                        () -> {
                            if (condition.getAsBoolean()) {
                                action.run();
                            } else {
                                whenever(pollMs, condition, action);
                            }
                        },
                        pollMs,
                        TimeUnit.MILLISECONDS);
    }

    /** Calls {@code action} once, on the thread for weights. */
    void after(long delayMs, Runnable action) {
        weights.next().schedule(action, delayMs, TimeUnit.MILLISECONDS);
    }

    AdminState state() {
        return state;
    }

    ReportReceiver receiver() {
        return receiver;
    }

    @Nullable
    InetSocketAddress adminAddress() {
        return adminServer == null ? null : adminServer.localAddress();
    }

    @Override
    public void close() {
        weightLoop.close();
        receiver.close();
        if (adminServer != null) {
            adminServer.close();
        }
        weights.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        admin.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
