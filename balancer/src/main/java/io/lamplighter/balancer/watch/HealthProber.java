package io.lamplighter.balancer.watch;

import io.lamplighter.balancer.config.HealthCheckConfig;
import io.lamplighter.balancer.node.ActiveHealth;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.variable.Endpoints;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code health_check} at work: asks each node again and again, and tells the node what came of it. A node that several checks look at is
 * as healthy as the worst of them says. What was found outlives reloads, as long as node and check stay.
 *
 * <p>Threads: a cold event loop; {@link #follow} is called by the thread that swaps generations, figures may be read by any.
 */
public final class HealthProber implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HealthProber.class);

    private final EventLoop loop;
    private final Runnable changed;
    private final LongUnaryOperator randomBelow;

    /** Each changed by the loop alone; the lists are never changed. */
    private final Map<Node, List<Watched>> byNode = new ConcurrentHashMap<>();

    // Only the loop touches these.
    private final Map<Subject, Watched> watched = new HashMap<>();
    private boolean isClosed;

    /** A node and a check of it. */
    public record Subject(Node node, HealthCheckConfig check) {}

    /** A subject under observation. */
    private static final class Watched {
        private final CheckCount count;
        /** The newest of those that are equal: what its check reads of files is of the last reload. */
        private Subject subject;

        private @Nullable Future<?> next;
        private @Nullable Probe running;

        Watched(Subject subject) {
            this.subject = subject;
            count = new CheckCount(subject.check);
        }

        void stop() {
            if (next != null) {
                next.cancel(false);
            }
            if (running != null) {
                running.cancel();
            }
        }
    }

    /**
     * Makes a prober of nothing.
     *
     * @param randomBelow a number by chance, from 0 to its argument less 1
     * @param changed called on the loop when a node may get sessions that it might not, or the other way round
     */
    public HealthProber(EventLoop loop, LongUnaryOperator randomBelow, Runnable changed) {
        this.loop = loop;
        this.randomBelow = randomBelow;
        this.changed = changed;
    }

    /** Looks after these from now on, and no others. Nodes that must be found healthy first are closed when it returns. */
    public void follow(Collection<Subject> subjects) {
        for (Subject subject : subjects) {
            boolean isNew = subject.node.activeHealth() == ActiveHealth.NOT_CHECKED;
            if (isNew && subject.check.mandatory()) {
                subject.node.activeHealth(ActiveHealth.CHECKING);
            }
        }
        Set<Subject> wanted = new HashSet<>(subjects);
        if (!wanted.isEmpty() || !byNode.isEmpty()) { // else not even the loop's thread is started
            loop.execute(() -> replace(wanted));
        }
    }

    private void replace(Set<Subject> wanted) {
        if (isClosed) {
            return;
        }
        Set<Node> before = new HashSet<>(byNode.keySet());
        watched.entrySet().removeIf(entry -> {
            boolean isGone = !wanted.contains(entry.getKey());
            if (isGone) {
                entry.getValue().stop();
            }
            return isGone;
        });
        for (Subject subject : wanted) {
            watched.computeIfAbsent(subject, this::begin).subject = subject;
        }
        byNode.clear();
        watched.forEach((subject, each) -> byNode.merge(subject.node, List.of(each), HealthProber::joined));
        before.addAll(byNode.keySet());
        before.forEach(this::tell);
        changed.run();
    }

    private static List<Watched> joined(List<Watched> some, List<Watched> more) {
        return java.util.stream.Stream.concat(some.stream(), more.stream()).toList();
    }

    private Watched begin(Subject subject) {
        Watched begun = new Watched(subject);
        begun.next = loop.schedule(() -> probe(begun), jitterMs(subject.check), TimeUnit.MILLISECONDS);
        return begun;
    }

    private long jitterMs(HealthCheckConfig check) {
        return check.jitterMs() == 0 ? 0 : randomBelow.applyAsLong(check.jitterMs() + 1);
    }

    private void probe(Watched each) {
        each.next = null;
        Subject subject = each.subject;
        each.running = Probe.begin(loop, subject.node.address(), subject.check, trouble -> probed(each, trouble));
    }

    /** @param trouble why the node failed; null if it passed */
    private void probed(Watched each, @Nullable String trouble) {
        each.running = null;
        Subject subject = each.subject;
        ActiveHealth before = each.count.health();
        if (each.count.record(trouble == null)) {
            log(subject, before, trouble);
            tell(subject.node);
            changed.run();
        }
        HealthCheckConfig check = subject.check;
        each.next = loop.schedule(() -> probe(each), check.intervalMs() + jitterMs(check), TimeUnit.MILLISECONDS);
    }

    private static void log(Subject subject, ActiveHealth before, @Nullable String trouble) {
        String address = Endpoints.text(subject.node.address());
        if (trouble != null) {
            LOG.warn("upstream {}, server {}: unhealthy, {}", subject.check.upstream(), address, trouble);
        } else if (before == ActiveHealth.UNHEALTHY) {
            LOG.info("upstream {}, server {}: healthy again", subject.check.upstream(), address);
        }
    }

    private void tell(Node node) {
        ActiveHealth worst = ActiveHealth.NOT_CHECKED;
        for (Watched each : byNode.getOrDefault(node, List.of())) {
            ActiveHealth health = each.count.health();
            worst = health.compareTo(worst) > 0 ? health : worst;
        }
        node.activeHealth(worst);
    }

    /** What the checks of a node came to; empty if there are none. Any thread. */
    public Optional<CheckFigures> figures(Node node) {
        return byNode.getOrDefault(node, List.of()).stream()
                .map(each -> each.count.shown())
                .reduce(CheckFigures::and);
    }

    @Override
    public void close() {
        loop.execute(() -> {
            isClosed = true;
            watched.values().forEach(Watched::stop);
            watched.clear();
        });
    }
}
