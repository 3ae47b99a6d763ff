package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.connect.ListeningDatagrams;
import io.lamplighter.balancer.connect.SocketErrors;
import io.lamplighter.balancer.variable.Endpoints;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A UDP address: one socket for each worker, so that the kernel spreads clients and none is handed from one loop to another.
 *
 * <p>An answer must come from the address that was asked, also where the wildcard address listens on a host with several.
 * A datagram that arrives there says which address that was (on epoll, for IPv4), and the first one for an address opens
 * sockets for just that address, one for each worker again: they answer from it, and the kernel prefers them for what comes
 * next. It hashes clients to them in another way than before, so the client that came first may change to another worker and
 * begin a second session there; the first one ends with its time, and its late answers come from the right address too.
 * Where the asked address is not told, answers leave from the address that routing picks, and a line at the start says so.
 *
 * <p>Threads: as of {@link Listener}; {@link #portOf} on the workers' loops.
 */
public final class UdpListener implements Listener {
    private static final Logger LOG = LoggerFactory.getLogger(UdpListener.class);

    /** Bound on the addresses that get sockets of their own: 127.0.0.0/8 alone has millions. */
    private static final int MOST_ADDRESSES = 256;

    private final List<Worker> workers;
    private final List<UdpPort> ports = new ArrayList<>();
    /** For each address that was asked, the port of each worker, or none if it cannot have any. */
    private final Map<InetAddress, List<UdpPort>> portsByAddress = new ConcurrentHashMap<>();

    private volatile Service service;
    private boolean isClosed;

    private UdpListener(List<Worker> workers, Service service) {
        this.workers = List.copyOf(workers);
        this.service = service;
    }

    /**
     * Opens the address on every worker.
     *
     * @param mayShare whether another socket may hold the address already, because it is ours
     * @throws BindException if the address cannot be had; nothing is left open then
     */
    static UdpListener open(List<Worker> workers, Service service, boolean mayShare) throws BindException {
        UdpListener listener = new UdpListener(workers, service);
        try {
            if (!mayShare) {
                requireFree(address(service));
            }
            listener.openAll();
        } catch (Exception e) {
            listener.close();
            throw new BindException(service.listen(), e);
        }
        listener.advise();
        return listener;
    }

    /**
     * Sockets that share a port do not notice those of another process that share it too. An IPv6 wildcard is not looked
     * at: the JDK's socket for it would take IPv4 as well, and find that taken by others.
     */
    private static void requireFree(InetSocketAddress address) throws IOException {
        boolean isIpv4 = Addresses.isIpv4(address);
        if (!isIpv4 && address.getAddress().isAnyLocalAddress()) {
            return;
        }
        try (DatagramChannel probe =
                DatagramChannel.open(isIpv4 ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6)) {
            probe.bind(address);
        }
    }

    private void openAll() throws Exception {
        InetSocketAddress address = address(service);
        for (int i = 0; i < workers.size(); i++) {
            UdpPort port = new UdpPort(this, i, ListeningDatagrams.open(workers.get(i).transport, address), address);
            try {
                port.start();
            } catch (Exception e) {
                port.abandon();
                throw e;
            }
            ports.add(port);
            address = port.address(); // port 0 became a number, the same for all
        }
    }

    private void advise() {
        InetSocketAddress address = address(service);
        if (address.getAddress().isAnyLocalAddress()
                && !workers.get(0).transport.tellsRecipient(address)) {
            LOG.warn(
                    "answers of \"listen {} udp\" leave from the address that routing picks; on a host with several"
                            + " addresses write one \"listen\" for each, or \"use epoll\" with IPv4, in {}",
                    Endpoints.text(address),
                    service.listen().source());
        }
    }

    /** A UDP address is never that of a unix socket. */
    private static InetSocketAddress address(Service service) {
        return (InetSocketAddress) service.listen().address();
    }

    List<Worker> workers() {
        return workers;
    }

    /** The sockets of the address itself, one for each worker. */
    List<UdpPort> ports() {
        return ports;
    }

    Service service() {
        return service;
    }

    @Override
    public void serve(Service newService) {
        service = newService;
    }

    @Override
    public InetSocketAddress localAddress() {
        return ports.get(0).address();
    }

    /** The port that answers from {@code asked}, of the same worker as {@code wildcard}; that one itself if there is none. */
    UdpPort portOf(UdpPort wildcard, InetSocketAddress asked) {
        List<UdpPort> own = portsByAddress.get(asked.getAddress());
        if (own == null) {
            own = openAddress(asked);
        }
        return own.isEmpty() ? wildcard : own.get(wildcard.workerIndex());
    }

    /**
     * Leaves an address to a listener of its own, which must not share it with this one's sockets. Not for the loops: it
     * waits.
     */
    void leave(InetAddress address) {
        List<UdpPort> left;
        synchronized (this) {
            left = portsByAddress.put(address, List.of());
        }
        if (left != null) {
            left.forEach(UdpPort::close);
        }
    }

    private synchronized List<UdpPort> openAddress(InetSocketAddress asked) {
        List<UdpPort> known = portsByAddress.get(asked.getAddress());
        if (known != null) {
            return known;
        }
        boolean canHaveOwn = !isClosed
                && portsByAddress.size() < MOST_ADDRESSES
                && !asked.getAddress().isMulticastAddress();
        List<UdpPort> opened = canHaveOwn ? bindAll(asked) : List.of();
        if (portsByAddress.size() < MOST_ADDRESSES) {
            portsByAddress.put(asked.getAddress(), opened);
        }
        opened.forEach(UdpPort::startBound);
        return opened;
    }

    private List<UdpPort> bindAll(InetSocketAddress asked) {
        List<UdpPort> bound = new ArrayList<>();
        try {
            for (int i = 0; i < workers.size(); i++) {
                bound.add(new UdpPort(this, i, ListeningDatagrams.openBound(asked), asked));
            }
            return List.copyOf(bound);
        } catch (IOException e) {
            bound.forEach(UdpPort::abandon);
            LOG.warn(
                    "no socket to answer from {} ({}), answers leave from the address that routing picks",
                    Endpoints.text(asked),
                    SocketErrors.reason(e));
            return List.of();
        }
    }

    @Override
    public void close() {
        List<UdpPort> all = new ArrayList<>(ports);
        synchronized (this) {
            isClosed = true;
            portsByAddress.values().forEach(all::addAll);
        }
        all.forEach(UdpPort::close);
    }
}
