package io.lamplighter.balancer.listen;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The queues of the process, by the names of their upstreams. They outlive generations: those who wait go on waiting when
 * the configuration is reloaded, and the bound counts them.
 *
 * <p>Threads: the one that swaps generations; {@link #find} any.
 */
public final class UpstreamQueues {
    private final List<Worker> workers;
    private final Map<String, UpstreamQueue> queues = new ConcurrentHashMap<>();

    public UpstreamQueues(List<Worker> workers) {
        this.workers = List.copyOf(workers);
    }

    /** The queue of the upstream of that name, an empty one if there was none. */
    public UpstreamQueue of(String upstream) {
        return queues.computeIfAbsent(upstream, name -> new UpstreamQueue(workers));
    }

    /** The queue of the upstream of that name, if it has one. */
    public Optional<UpstreamQueue> find(String upstream) {
        return Optional.ofNullable(queues.get(upstream));
    }

    /** Forgets the queues of upstreams that are not {@code named} and in which nobody waits. */
    public void retain(Collection<String> named) {
        queues.entrySet()
                .removeIf(entry ->
                        !named.contains(entry.getKey()) && entry.getValue().waiting() == 0);
    }
}
