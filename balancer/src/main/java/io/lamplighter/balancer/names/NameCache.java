package io.lamplighter.balancer.names;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The names that sessions of one event loop ask for, as long as the answers count. The first who asks gets the order of the
 * answer; those who follow begin at any place in it, so that sessions spread. Troubles are not kept: a name that nobody has is
 * asked for once for each session, as in nginx.
 *
 * <p>Threads: the event loop.
 */
public final class NameCache implements AutoCloseable {
    /** Bound on the names that are kept; beyond, all are forgotten. */
    private static final int MOST_NAMES = 4096;

    private final DnsClient client;
    private final LongSupplier clockNs;
    private final Map<String, Known> known = new HashMap<>();
    private final Map<String, CompletableFuture<DnsAnswer<InetAddress>>> asked = new HashMap<>();

    private record Known(List<InetAddress> addresses, long untilNs) {}

    public NameCache(DnsClient client, LongSupplier clockNs) {
        this.client = client;
        this.clockNs = clockNs;
    }

    /** The addresses of a host, at least one; see {@link DnsClient#addresses}. */
    public CompletableFuture<List<InetAddress>> addresses(String host) {
        Known fresh = known.get(host);
        if (fresh != null && clockNs.getAsLong() - fresh.untilNs < 0) {
            return CompletableFuture.completedFuture(rotated(fresh.addresses));
        }
        CompletableFuture<DnsAnswer<InetAddress>> answer = asked.get(host);
        if (answer == null) {
            answer = client.addresses(host);
            asked.put(host, answer);
            answer.whenComplete((found, trouble) -> answered(host, found, trouble));
        }
        return answer.thenApply(DnsAnswer::found);
    }

    private void answered(String host, DnsAnswer<InetAddress> found, Throwable trouble) {
        asked.remove(host);
        if (trouble == null) {
            if (known.size() >= MOST_NAMES) {
                known.clear();
            }
            long validNs = TimeUnit.MILLISECONDS.toNanos(found.validMs());
            known.put(host, new Known(found.found(), clockNs.getAsLong() + validNs));
        }
    }

    private static List<InetAddress> rotated(List<InetAddress> addresses) {
        List<InetAddress> rotated = new ArrayList<>(addresses);
        Collections.rotate(rotated, ThreadLocalRandom.current().nextInt(addresses.size()));
        return rotated;
    }

    @Override
    public void close() {
        client.close();
    }
}
