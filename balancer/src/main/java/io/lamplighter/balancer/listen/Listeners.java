package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.config.ListenConfig;
import io.lamplighter.balancer.connect.SessionChannels;
import io.lamplighter.balancer.variable.Endpoints;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The open listening addresses of the process. A reload first opens what is new; only when all of it could be opened is
 * anything changed, so that a reload that fails leaves no trace.
 *
 * <p>Threads: the one that starts and reloads.
 */
public final class Listeners {
    /** What makes two {@code listen} lines the same socket: everything that cannot change while it is open. */
    private record Key(boolean udp, SocketAddress address, boolean ipv6only) {
        static Key of(ListenConfig listen) {
            return new Key(
                    listen.udp(), listen.address(), listen.options().ipv6only() && !Addresses.isIpv4(listen.address()));
        }
    }

    /** nginx's number of tries; its pause of half a second is longer than any socket of ours lingers. */
    private static final int BIND_TRIES = 5;

    private static final long BIND_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final List<Worker> workers;
    private final SessionChannels sessionChannels;
    private Map<Key, Listener> open = new LinkedHashMap<>();

    public Listeners(List<Worker> workers, SessionChannels sessionChannels) {
        this.workers = List.copyOf(workers);
        this.sessionChannels = sessionChannels;
    }

    /** Addresses that were opened and not put to use yet. */
    public final class Opened {
        private final List<Service> services;
        private final Map<Key, Listener> added = new HashMap<>();

        private Opened(List<Service> services) {
            this.services = services;
        }

        /** Gives every address its service and closes those that no service names. Cannot fail. */
        public void putToUse() {
            Map<Key, Listener> before = open;
            Map<Key, Listener> after = new LinkedHashMap<>();
            for (Service service : services) {
                Key key = Key.of(service.listen());
                Listener kept = before.get(key);
                if (kept == null) {
                    after.put(key, added.get(key));
                } else {
                    kept.serve(service);
                    after.put(key, kept);
                }
            }
            open = after;
            joinFamilies();
            added.keySet().forEach(Listeners.this::partFromWildcard);
            before.forEach((key, listener) -> {
                if (!after.containsKey(key)) {
                    listener.close();
                }
            });
        }

        /** Closes what was opened. */
        public void abandon() {
            added.values().forEach(Listener::close);
        }
    }

    /**
     * Opens the addresses of {@code services} that are not open yet. They accept at once, with the new service.
     *
     * @throws BindException if one cannot be opened; none is then
     */
    public Opened open(List<Service> services) throws BindException {
        Opened opened = new Opened(services);
        try {
            for (Service service : services) {
                Key key = Key.of(service.listen());
                if (!open.containsKey(key)) {
                    opened.added.put(key, open(service, opened.added.keySet()));
                }
            }
            return opened;
        } catch (BindException e) {
            opened.abandon();
            throw e;
        }
    }

    /**
     * Opens an address, and like nginx tries again for a while when it is in use: a socket that was just closed may be held
     * by the kernel a moment longer, on io_uring above all.
     */
    private Listener open(Service service, Set<Key> added) throws BindException {
        boolean mayShare = hasPort(open.keySet(), service.listen()) || hasPort(added, service.listen());
        for (int tries = 1; ; tries++) {
            try {
                return service.listen().udp()
                        ? UdpListener.open(workers, service, mayShare)
                        : TcpListener.open(workers, sessionChannels, service, mayShare);
            } catch (BindException e) {
                if (!e.isAddressInUse() || tries == BIND_TRIES) {
                    throw e;
                }
                LockSupport.parkNanos(BIND_PAUSE_NS);
            }
        }
    }

    /** Whether the port is ours under another address: then it may be shared, though the address looks taken. */
    private static boolean hasPort(Set<Key> keys, ListenConfig listen) {
        return keys.stream()
                .anyMatch(key -> key.udp == listen.udp()
                        && !Addresses.isUnix(listen.address())
                        && Endpoints.port(key.address) == Endpoints.port(listen.address()));
    }

    /** A UDP wildcard has sockets of its own for addresses it was asked on; a listener of such an address takes over. */
    private void partFromWildcard(Key added) {
        open.forEach((key, listener) -> {
            if (listener instanceof UdpListener udp
                    && !key.equals(added)
                    && key.udp == added.udp
                    && Endpoints.port(key.address) == Endpoints.port(added.address)
                    && Addresses.isWildcard(key.address)) {
                udp.leave(((InetSocketAddress) added.address).getAddress());
            }
        });
    }

    private void joinFamilies() {
        open.forEach((key, listener) -> {
            if (listener instanceof TcpListener tcp) {
                tcp.otherFamily(otherFamily(key));
            }
        });
    }

    private @Nullable TcpListener otherFamily(Key key) {
        for (Map.Entry<Key, Listener> entry : open.entrySet()) {
            Key other = entry.getKey();
            if (entry.getValue() instanceof TcpListener tcp
                    && Endpoints.port(other.address) == Endpoints.port(key.address)
                    && Addresses.isWildcard(other.address)
                    && Addresses.isIpv4(other.address) != Addresses.isIpv4(key.address)) {
                return tcp;
            }
        }
        return null;
    }

    /** Where clients reach the listeners, in file order; the port is the real one where 0 was asked for. */
    public List<SocketAddress> localAddresses() {
        List<SocketAddress> addresses = new ArrayList<>();
        open.values().forEach(listener -> addresses.add(listener.localAddress()));
        return addresses;
    }

    /** Closes all. Sessions go on. */
    public void close() {
        open.values().forEach(Listener::close);
        open = Map.of();
    }
}
