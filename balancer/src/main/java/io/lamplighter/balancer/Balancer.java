package io.lamplighter.balancer;

import io.lamplighter.balancer.config.BalancerConfig;
import io.lamplighter.balancer.config.EventsConfig;
import io.lamplighter.balancer.config.ListenConfig;
import io.lamplighter.balancer.config.LoadResult;
import io.lamplighter.balancer.connect.Connector;
import io.lamplighter.balancer.connect.SessionChannels;
import io.lamplighter.balancer.connect.Transport;
import io.lamplighter.balancer.listen.Listeners;
import io.lamplighter.balancer.listen.UpstreamQueues;
import io.lamplighter.balancer.listen.Worker;
import io.lamplighter.balancer.measure.AccessLog;
import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.measure.Counters;
import io.lamplighter.balancer.measure.NodeMeters;
import io.lamplighter.balancer.measure.ResponseSamples;
import io.lamplighter.balancer.node.NodeRegistry;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What lives as long as the process: event loops, open addresses, sessions, nodes, figures. The configuration in force is a
 * {@link Generation}, which a reload replaces; {@code docs/decisions/0001-reload-swaps-a-generation.md} tells why and how.
 *
 * <p>Threads: the one that starts, reloads and stops.
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
    private final UpstreamQueues queues;
    private final Listeners listeners;
    private final ColdSide coldSide;
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
        generation = Generation.of(config, registry, queues, null);
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
            return balancer;
        } catch (IOException e) {
            balancer.close();
            throw e;
        }
    }

    /** The five steps of a reload from the third on: open what is new, and then, when nothing can fail any more, swap. */
    private void swapTo(Generation next) throws IOException {
        Listeners.Opened addresses = listeners.open(next.services());
        ColdSide.Opened cold;
        try {
            cold = coldSide.open(next);
        } catch (IOException e) {
            addresses.abandon();
            throw e;
        }
        next.nodes().activate();
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
     * @param read what the reading of the file came to
     * @return whether it took effect; if not, every reason is logged, and it is counted
     */
    public boolean reload(LoadResult read) {
        if (read instanceof LoadResult.Refused refused) {
            return refuse(refused.faults());
        }
        LoadResult.Loaded loaded = (LoadResult.Loaded) read;
        loaded.warnings().forEach(warning -> LOG.warn("{}", warning));
        try {
            swapTo(Generation.of(loaded.config(), registry, queues, generation));
        } catch (IOException e) {
            return refuse(List.of("lamplighter: [emerg] " + e.getMessage()));
        }
        counters.count(Counter.RELOADS);
        adviseRestart(loaded.config());
        LOG.info("reconfigured, generation {}", generation.number());
        return true;
    }

    private boolean refuse(Collection<?> reasons) {
        counters.count(Counter.RELOADS_REFUSED);
        reasons.forEach(reason -> LOG.error("{}", reason));
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
     * Stops accepting, and calls {@code whenDone} when the last session has ended.
     *
     * @param whenDone called on a cold thread
     */
    public void drain(Runnable whenDone) {
        listeners.close();
        coldSide.whenever(DRAIN_POLL_MS, () -> counters.openSessions() == 0, whenDone);
    }

    /** Stops at once: sessions end as {@code SHUTDOWN}, lines of the access log are written. */
    @Override
    public void close() {
        listeners.close();
        coldSide.close();
        workers.forEach(Worker::endSessions);
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
    public List<InetSocketAddress> localAddresses() {
        return listeners.localAddresses();
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
