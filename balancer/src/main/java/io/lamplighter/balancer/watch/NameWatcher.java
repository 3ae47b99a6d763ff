package io.lamplighter.balancer.watch;

import io.lamplighter.balancer.config.FollowedName;
import io.lamplighter.balancer.config.ResolverConfig;
import io.lamplighter.balancer.names.DnsAnswer;
import io.lamplighter.balancer.names.DnsClient;
import io.lamplighter.balancer.names.DnsService;
import io.lamplighter.balancer.names.DnsTrouble;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the names of servers: asks for each again when its answer is no longer valid. A name that DNS does not know any more has
 * no addresses; while DNS is in trouble a name keeps those it had. What is known outlives reloads.
 *
 * <p>Threads: a cold event loop of its own; {@link #known} may be read by any thread.
 */
public final class NameWatcher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NameWatcher.class);

    /** nginx asks a second after the end of an answer's time, and does not try again sooner than after one. */
    private static final long REST_MS = 1_000;

    private final EventLoop loop;
    private final Runnable changed;
    private final Map<FollowedName, List<Place>> known = new ConcurrentHashMap<>();

    // Only the loop touches these.
    private final Map<FollowedName, Future<?>> followed = new HashMap<>();
    private final Map<ResolverConfig, DnsClient> clients = new HashMap<>();
    private boolean isClosed;

    /**
     * An address of a name.
     *
     * @param name whose address it is: the name itself, or the host of a service
     * @param weight share among the others, at least 1
     * @param isBackup whether it is used only while no other can be
     */
    public record Place(InetSocketAddress address, String name, int weight, boolean isBackup) {}

    /**
     * Makes a watcher of nothing.
     *
     * @param changed called on the loop when what is known has changed
     */
    public NameWatcher(EventLoop loop, Runnable changed) {
        this.loop = loop;
        this.changed = changed;
    }

    /** The addresses of a name; none before its first answer. */
    public List<Place> known(FollowedName name) {
        return known.getOrDefault(name, List.of());
    }

    /** Follows these names from now on, and no others. */
    public void follow(Collection<FollowedName> names) {
        Set<FollowedName> wanted = new HashSet<>(names);
        if (wanted.isEmpty() && known.isEmpty()) {
            return; // nor is the loop's thread started
        }
        loop.execute(() -> {
            followed.keySet().removeIf(name -> !wanted.contains(name) && forget(name));
            for (FollowedName name : wanted) {
                if (!isClosed && !followed.containsKey(name)) {
                    ask(name);
                }
            }
        });
    }

    private boolean forget(FollowedName name) {
        followed.get(name).cancel(false);
        known.remove(name);
        return true;
    }

    private void ask(FollowedName name) {
        Future<?> asked = loop.newPromise();
        followed.put(name, asked);
        places(name).whenComplete((answer, failure) -> {
            if (isClosed || !asked.equals(followed.get(name))) {
                return;
            }
            followed.put(name, loop.schedule(() -> ask(name), learn(name, answer, failure), TimeUnit.MILLISECONDS));
        });
    }

    private CompletableFuture<DnsAnswer<Place>> places(FollowedName name) {
        DnsClient client = clients.computeIfAbsent(
                name.resolver(), config -> new DnsClient(loop, NioDatagramChannel::new, NioSocketChannel::new, config));
        return name.service().isPresent()
                ? client.services(name.asked())
                        .thenApply(answer -> new DnsAnswer<>(ofServices(answer.found()), answer.validMs()))
                : client.addresses(name.host())
                        .thenApply(answer -> new DnsAnswer<>(ofAddresses(name, answer.found()), answer.validMs()));
    }

    private static List<Place> ofAddresses(FollowedName name, List<InetAddress> addresses) {
        return addresses.stream()
                .map(ip -> new Place(new InetSocketAddress(ip, name.port()), name.host(), 1, false))
                .toList();
    }

    /** Those of the lowest priority come first, all others are in reserve. */
    private static List<Place> ofServices(List<DnsService> services) {
        int lowest = services.stream().mapToInt(DnsService::priority).min().orElse(0);
        List<Place> places = new ArrayList<>();
        for (DnsService service : services) {
            for (InetAddress ip : service.addresses()) {
                places.add(new Place(
                        new InetSocketAddress(ip, service.port()),
                        service.host(),
                        Math.max(1, service.weight()),
                        service.priority() != lowest));
            }
        }
        return places;
    }

    /** Takes an answer, or the lack of one, and tells when to ask again, milliseconds from now. */
    private long learn(FollowedName name, DnsAnswer<Place> answer, Throwable failure) {
        if (failure == null) {
            replace(name, answer.found());
            return Math.max(answer.validMs() + REST_MS, REST_MS);
        }
        DnsTrouble trouble = DnsClient.trouble(failure);
        LOG.error("{} could not be resolved ({})", name.asked(), trouble.getMessage());
        if (trouble.isNoSuchName()) {
            replace(name, List.of());
            return REST_MS;
        }
        return Math.max(name.resolver().timeoutMs(), REST_MS);
    }

    private void replace(FollowedName name, List<Place> places) {
        List<Place> before = known.put(name, places);
        if (!places.equals(before == null ? List.of() : before)) {
            changed.run();
        }
    }

    @Override
    public void close() {
        loop.execute(() -> {
            isClosed = true;
            followed.values().forEach(future -> future.cancel(false));
            clients.values().forEach(DnsClient::close);
        });
    }
}
