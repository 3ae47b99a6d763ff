package io.lamplighter.balancer;

import io.lamplighter.balancer.admin.ServerChange;
import io.lamplighter.balancer.admission.LimitZones;
import io.lamplighter.balancer.config.BalancerConfig;
import io.lamplighter.balancer.config.EventsConfig;
import io.lamplighter.balancer.config.ListenConfig;
import io.lamplighter.balancer.config.LoadResult;
import io.lamplighter.balancer.config.StateFile;
import io.lamplighter.balancer.config.StreamConfig;
import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.config.UpstreamServer;
import io.lamplighter.balancer.connect.Connector;
import io.lamplighter.balancer.connect.SessionChannels;
import io.lamplighter.balancer.connect.Transport;
import io.lamplighter.balancer.keyval.KeyvalZones;
import io.lamplighter.balancer.listen.Listeners;
import io.lamplighter.balancer.listen.UpstreamQueues;
import io.lamplighter.balancer.listen.Worker;
import io.lamplighter.balancer.measure.AccessLog;
import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.measure.Counters;
import io.lamplighter.balancer.measure.NodeMeters;
import io.lamplighter.balancer.measure.ResponseSamples;
import io.lamplighter.balancer.node.NodeRegistry;
import io.lamplighter.balancer.watch.HealthProber;
import io.lamplighter.balancer.watch.NameWatcher;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What lives as long as the process: event loops, open addresses, sessions, nodes, figures. The configuration in force is a
 * {@link Generation}, which a reload replaces; {@code docs/decisions/0001-reload-swaps-a-generation.md} tells why and how.
 *
 * <p>Threads: the one that starts, reloads and stops; what DNS tells, and servers that are added or removed, make generations on a
 * cold thread, one at a time.
 */
public final class Balancer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Balancer.class);

    /** How often a graceful stop looks whether the last session has ended. */
    private static final long DRAIN_POLL_MS = 100;

    private static final long SHUTDOWN_MS = 5_000;

    private final Transport transport;
    private final EventLoopGroup loops;
    private final List<Worker> workers = new ArrayList<>();
    private final Counters counters = new Counters();
    private final NodeMeters meters = new NodeMeters();
    private final ResponseSamples responses = new ResponseSamples(counters);
    private final NodeRegistry registry = new NodeRegistry();
    private final AccessLog accessLog = AccessLog.start(counters);
    private final LimitZones limitZones = new LimitZones();
    private final KeyvalZones keyvals = new KeyvalZones(System::currentTimeMillis);
    private final UpstreamQueues queues;
    private final Listeners listeners;
    private final ColdSide coldSide;
    /** Learns about nodes from outside, beside what their agents say. */
    private final EventLoopGroup watchLoop =
            new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("watch"), NioIoHandler.newFactory());

    private final HealthProber prober;
    private boolean isClosing;
    private final NameWatcher names;
    private final AtomicBoolean areNamesChanged = new AtomicBoolean();

    /** As it was read, and ordered since: with names where the generation has their addresses. */
    private volatile BalancerConfig read;

    private volatile Generation generation;

    private Balancer(BalancerConfig config) {
        transport = Transport.of(config.events().use(), hasUdp(config));
        int count = config.workerProcesses();
        loops = new MultiThreadIoEventLoopGroup(
                count, new DefaultThreadFactory("worker"), transport.newIoHandlerFactory());
        SessionChannels channels = new SessionChannels(ByteBufAllocator.DEFAULT);
        Connector connector = new Connector(transport, channels);
        for (int i = 0; i < count; i++) {
            Worker worker = new Worker(
                    loops.next(),
                    transport,
                    connector,
                    meters.newLoop(),
                    responses.newLoop(),
                    counters,
                    accessLog,
                    i,
                    count,
                    System::nanoTime);
            worker.limitConnections(config.events().workerConnections());
            workers.add(worker);
        }
        queues = new UpstreamQueues(workers);
        listeners = new Listeners(workers, channels);
        read = config;
        generation = Generation.of(config, registry, queues, limitZones, null);
        names = new NameWatcher(watchLoop.next(), this::namesChanged);
        prober = new HealthProber(
                watchLoop.next(), bound -> ThreadLocalRandom.current().nextLong(bound), this::healthChanged);
        coldSide = new ColdSide(responses, (weights, receiver) -> new ShownState(this, weights, receiver));
    }

    private static boolean hasUdp(BalancerConfig config) {
        return config.stream().servers().stream()
                .flatMap(server -> server.listens().stream())
                .anyMatch(ListenConfig::udp);
    }

    /**
     * Starts to serve.
     *
     * @throws IOException if an address cannot be opened; nothing is left running then
     * @throws IllegalStateException if the event method asked for does not work on this host
     */
    public static Balancer start(BalancerConfig config) throws IOException {
        Balancer balancer = new Balancer(config);
        try {
            balancer.swapTo(balancer.generation);
            balancer.names.follow(FollowedNames.in(config));
            return balancer;
        } catch (IOException e) {
            balancer.close();
            throw e;
        }
    }

    /** The five steps of a reload from the third on: open what is new, and then, when nothing can fail any more, swap. */
    private void swapTo(Generation next) throws IOException {
        accessLog.create(next.config().stream().logFiles());
        Listeners.Opened addresses = listeners.open(next.services());
        ColdSide.Opened cold;
        try {
            cold = coldSide.open(next);
        } catch (IOException e) {
            addresses.abandon();
            throw e;
        }
        next.nodes().activate();
        prober.follow(next.healthChecks());
        keyvals.putToUse(next.config().stream().keyvals());
        generation = next;
        workers.forEach(worker -> worker.limitConnections(next.config().events().workerConnections()));
        cold.putToUse();
        addresses.putToUse();
        next.serve(queues);
        registry.retain(next.nodes().nodes());
        meters.retain(next.nodes().nodes());
    }

    /**
     * Replaces the configuration, wholly or not at all.
     *
     * @param result what the reading of the file came to
     * @return whether it took effect; if not, every reason is logged, and it is counted
     */
    public synchronized boolean reload(LoadResult result) {
        if (result instanceof LoadResult.Refused refused) {
            return refuse(refused.faults());
        }
        LoadResult.Loaded loaded = (LoadResult.Loaded) result;
        loaded.warnings().forEach(warning -> LOG.warn("{}", warning));
        long shutdownTimeoutMs = generation.config().shutdownTimeoutMs();
        try {
            swapTo(next(loaded.config()));
            read = loaded.config();
            names.follow(FollowedNames.in(read));
        } catch (IOException e) {
            return refuse(List.of("lamplighter: [emerg] " + e.getMessage()));
        }
        counters.count(Counter.RELOADS);
        accessLog.reopen();
        if (shutdownTimeoutMs > 0) {
            int number = generation.number();
            coldSide.after(shutdownTimeoutMs, () -> workers.forEach(worker -> worker.endSessionsBefore(number)));
        }
        adviseRestart(loaded.config());
        LOG.info("reconfigured, generation {}", generation.number());
        return true;
    }

    private Generation next(BalancerConfig config) {
        return Generation.of(FollowedNames.filled(config, names), registry, queues, limitZones, generation);
    }

    private void healthChanged() {
        coldSide.weighAnew();
    }

    /** DNS told news; much of it at once makes one generation. */
    private void namesChanged() {
        if (areNamesChanged.compareAndSet(false, true)) {
            watchLoop.next().execute(this::readdress);
        }
    }

    private synchronized void readdress() {
        areNamesChanged.set(false);
        if (isClosing) {
            return;
        }
        try {
            swapTo(next(read));
        } catch (IOException e) {
            throw new IllegalStateException("no address is new", e);
        }
    }

    /** An upstream as it was read, and ordered since. */
    Optional<UpstreamConfig> upstream(String name) {
        return read.stream().upstreams().values().stream()
                .filter(each -> each.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /**
     * Has the servers of an upstream changed, by a new generation.
     *
     * @return completes on a cold thread when the change is in force and in the {@code state} file, or with why it cannot be
     */
    <T> CompletionStage<T> changeServers(String upstream, Function<Optional<UpstreamConfig>, ServerChange<T>> order) {
        try {
            return CompletableFuture.supplyAsync(() -> change(upstream, order), watchLoop.next());
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private synchronized <T> T change(String name, Function<Optional<UpstreamConfig>, ServerChange<T>> order) {
        if (isClosing) {
            throw new RejectedExecutionException("the balancer is stopping");
        }
        Optional<UpstreamConfig> upstream = upstream(name);
        ServerChange<T> change = order.apply(upstream);
        try {
            if (change.servers().isPresent()) {
                put(upstream.orElseThrow(), change.servers().get());
            }
            return change.answer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void put(UpstreamConfig upstream, List<UpstreamServer> servers) throws IOException {
        Optional<Path> state = upstream.zone().flatMap(UpstreamConfig.Zone::state);
        if (state.isPresent()) {
            StateFile.write(state.get(), servers);
        }
        StreamConfig stream = read.stream();
        Map<String, UpstreamConfig> upstreams = new LinkedHashMap<>(stream.upstreams());
        upstreams.put(upstream.name(), upstream.with(servers));
        BalancerConfig changed = read.with(stream.with(upstreams));
        swapTo(next(changed));
        read = changed;
        names.follow(FollowedNames.in(changed));
    }

    private boolean refuse(Collection<?> reasons) {
        counters.count(Counter.RELOADS_REFUSED);
        reasons.forEach(reason -> LOG.error(Logging.EMERG, "{}", reason));
        LOG.error("the configuration was not reloaded, generation {} goes on", generation.number());
        return false;
    }

    private void adviseRestart(BalancerConfig config) {
        if (config.workerProcesses() != workers.size()) {
            LOG.warn("\"worker_processes\" stays {} until a restart", workers.size());
        }
        EventsConfig events = config.events();
        if (events.use().isPresent() && !events.use().get().name().equals(transport.name())) {
            LOG.warn("\"use\" stays {} until a restart", transport);
        }
    }

    /** Opens log files anew, after something else renamed them. */
    public void reopenLogs() {
        accessLog.reopen();
    }

    /**
     * Stops accepting, and calls {@code whenDone} when the last session has ended, or {@code worker_shutdown_timeout} is over.
     *
     * @param whenDone called on a cold thread
     */
    public void drain(Runnable whenDone) {
        synchronized (this) {
            isClosing = true;
        }
        listeners.close();
        coldSide.whenever(DRAIN_POLL_MS, () -> counters.openSessions() == 0, whenDone);
        long shutdownTimeoutMs = generation.config().shutdownTimeoutMs();
        if (shutdownTimeoutMs > 0) {
            coldSide.after(shutdownTimeoutMs, whenDone);
        }
    }

    /** Stops at once: sessions end as {@code SHUTDOWN}, lines of the access log are written. */
    @Override
    public void close() {
        synchronized (this) {
            isClosing = true;
        }
        names.close();
        prober.close();
        watchLoop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        listeners.close();
        coldSide.close();
        workers.forEach(Worker::end);
        loops.shutdownGracefully(0, SHUTDOWN_MS, TimeUnit.MILLISECONDS).awaitUninterruptibly();
        accessLog.close();
    }

    public Counters counters() {
        return counters;
    }

    public Transport transport() {
        return transport;
    }

    /** Where clients reach the listening addresses, in file order; the real port where 0 was asked for. */
    public List<SocketAddress> localAddresses() {
        return listeners.localAddresses();
    }

    KeyvalZones keyvals() {
        return keyvals;
    }

    HealthProber prober() {
        return prober;
    }

    ColdSide coldSide() {
        return coldSide;
    }

    Generation generation() {
        return generation;
    }

    NodeMeters meters() {
        return meters;
    }

    UpstreamQueues queues() {
        return queues;
    }

    List<Worker> workers() {
        return workers;
    }
}
