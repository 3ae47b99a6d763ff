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
import java.util.OptionalInt;
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

    /** RFC 2181 has times of 31 bits of seconds; a name that is valid for longer than a day is asked for daily. */
    private static final long MOST_VALID_MS = TimeUnit.DAYS.toMillis(1);

    private final EventLoop loop;
    private final Runnable changed;
    private final Map<FollowedName, List<Place>> known = new ConcurrentHashMap<>();

    // Only the loop touches these.
    private final Map<FollowedName, Future<?>> followed = new HashMap<>();
    private final Map<ResolverConfig, DnsClient> clients = new HashMap<>();
    /** What was said last of the names that could not be resolved last. */
    private final Map<FollowedName, String> troubles = new HashMap<>();

    private boolean isClosed;

    /**
     * An address of a name.
     *
     * @param name whose address it is: the name itself with its port, or the host of a service
     * @param weight share among the others, at least 1; empty if nothing is said of it
     * @param isBackup whether it is used only while no other can be
     */
    public record Place(InetSocketAddress address, String name, OptionalInt weight, boolean isBackup) {
        private Place withPort(FollowedName follower) {
            InetSocketAddress moved = new InetSocketAddress(address.getAddress(), follower.port());
            return new Place(moved, follower.label(), weight, isBackup);
        }
    }

    /**
     * Makes a watcher of nothing.
     *
     * @param changed called on the loop when what is known has changed
     */
    public NameWatcher(EventLoop loop, Runnable changed) {
        this.loop = loop;
        this.changed = changed;
    }

    /**
     * The addresses of a name; none before its first answer. What is known of the same name on another port, or from other name
     * servers, holds until then, so that a reload need not wait for an answer.
     */
    public List<Place> known(FollowedName name) {
        List<Place> own = known.get(name);
        return own != null ? own : knownElsewhere(name);
    }

    private List<Place> knownElsewhere(FollowedName name) {
        List<Place> places = known.entrySet().stream()
                .filter(entry -> entry.getKey().asksAs(name))
                .findFirst()
                .map(Map.Entry::getValue)
                .orElse(List.of());
        boolean isOfService = name.service().isPresent();
        return isOfService
                ? places
                : places.stream().map(place -> place.withPort(name)).toList();
    }

    /** Follows these names from now on, and no others. */
    public void follow(Collection<FollowedName> names) {
        Set<FollowedName> wanted = new HashSet<>(names);
        if (wanted.isEmpty() && known.isEmpty()) {
            return; // nor is the loop's thread started
        }
        loop.execute(() -> {
            wanted.forEach(name -> known.computeIfAbsent(name, this::knownElsewhere));
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
        troubles.remove(name);
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
                .map(ip -> new Place(new InetSocketAddress(ip, name.port()), name.label(), OptionalInt.empty(), false))
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
                        service.weight() == 0 ? OptionalInt.empty() : OptionalInt.of(service.weight()),
                        service.priority() != lowest));
            }
        }
        return places;
    }

    /** Takes an answer, or the lack of one, and tells when to ask again, milliseconds from now. */
    private long learn(FollowedName name, DnsAnswer<Place> answer, Throwable failure) {
        if (failure == null) {
            if (troubles.remove(name) != null) {
                LOG.info("{} is resolved again", name.asked());
            }
            replace(name, answer.found());
            return Math.min(answer.validMs(), MOST_VALID_MS) + REST_MS;
        }
        DnsTrouble trouble = DnsClient.trouble(failure);
        tell(name, trouble);
        if (trouble.isNoSuchName()) {
            replace(name, List.of());
            return REST_MS;
        }
        return Math.max(name.resolver().timeoutMs(), REST_MS);
    }

    /** Once for as long as it lasts: the name is asked for again every second or so. */
    private void tell(FollowedName name, DnsTrouble trouble) {
        String message = trouble.getMessage();
        if (!message.equals(troubles.put(name, message))) {
            LOG.error("{} could not be resolved ({})", name.asked(), message);
        }
    }

    private void replace(FollowedName name, List<Place> found) {
        List<Place> before = known.getOrDefault(name, List.of());
        List<Place> now = inOrderOf(before, found);
        known.put(name, now);
        if (!now.equals(before)) {
            changed.run();
        }
    }

    /** Places keep the order in which they came: name servers shuffle their answers, and that is no news. */
    private static List<Place> inOrderOf(List<Place> before, List<Place> found) {
        List<Place> added = new ArrayList<>(found);
        List<Place> ordered = new ArrayList<>();
        for (Place place : before) {
            if (added.remove(place)) {
                ordered.add(place);
            }
        }
        ordered.addAll(added);
        return List.copyOf(ordered);
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
