package io.lamplighter.agent;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends reports to one balancer. A datagram that cannot be sent is counted and forgotten, the next one is newer; each
 * distinct trouble is logged once, and that it is over once.
 *
 * <p>Threads: one sends, another resolves, because a name server that does not answer must not hold up the reports. An address
 * stays in use until the name no longer has it: name servers tell several in an order that changes each time, and a balancer
 * that hears every other report would take the node for dead.
 */
final class ReportSender {
    private static final Logger LOG = LoggerFactory.getLogger(ReportSender.class);

    private final DatagramChannel channel;
    private final BalancerName balancer;
    private final Resolver resolver;
    private final Trouble sending;
    private final Trouble resolving;
    private volatile InetSocketAddress address;
    private long sent;
    private long unaddressed;

    /** Looks up a name; {@link InetAddress#getAllByName} outside of tests. */
    interface Resolver {
        /** All addresses of the name, at least one. */
        InetAddress[] addresses(String host) throws UnknownHostException;
    }

    /** @param channel a channel that does not block; shared with other senders of the same thread */
    ReportSender(DatagramChannel channel, BalancerName balancer, Resolver resolver) {
        this.channel = channel;
        this.balancer = balancer;
        this.resolver = resolver;
        this.sending = new Trouble(LOG, "sending to " + balancer);
        this.resolving = new Trouble(LOG, "resolving the name of " + balancer);
    }

    /** Looks the balancer's name up again; may take as long as the name server does. */
    void resolve() {
        try {
            becomes(List.of(resolver.addresses(balancer.host())));
            resolving.isOver();
        } catch (UnknownHostException e) {
            resolving.occurred("no address is known for it");
        }
    }

    private void becomes(List<InetAddress> found) {
        InetSocketAddress before = address;
        if (before != null && found.contains(before.getAddress())) {
            return;
        }
        address = new InetSocketAddress(found.get(0), balancer.port());
        if (before != null) {
            LOG.info(
                    "{} is at {} now, no longer at {}",
                    balancer,
                    address.getAddress().getHostAddress(),
                    before.getAddress().getHostAddress());
        }
    }

    /** Sends what lies between position and limit; leaves both where they are. */
    void send(ByteBuffer datagram) {
        InetSocketAddress target = address;
        if (target == null) {
            unaddressed++; // said already when its name could not be resolved
            return;
        }
        try {
            if (channel.send(datagram.duplicate(), target) == 0) {
                sending.occurred("the system's send buffer is full");
                return;
            }
            sent++;
            sending.isOver();
        } catch (IOException e) {
            sending.occurred(String.valueOf(e.getMessage()));
        }
    }

    /** Datagrams the system took. */
    long sent() {
        return sent;
    }

    /** Datagrams that could not be sent. */
    long failed() {
        return sending.count() + unaddressed;
    }

    BalancerName balancer() {
        return balancer;
    }
}
