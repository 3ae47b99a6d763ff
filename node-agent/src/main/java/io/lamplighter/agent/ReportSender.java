package io.lamplighter.agent;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends reports to one balancer. A datagram that cannot be sent is counted and forgotten, the next one is newer; each
 * distinct trouble is logged once, and that it is over once.
 *
 * <p>Threads: one sends, another resolves, because a name server that does not answer must not hold up the reports. The last
 * address that was found stays until another is.
 */
final class ReportSender {
    private static final Logger LOG = LoggerFactory.getLogger(ReportSender.class);

    private final DatagramChannel channel;
    private final BalancerName balancer;
    private final Trouble sending = new Trouble("sending to");
    private final Trouble resolving = new Trouble("resolving the name of");
    private volatile InetSocketAddress address;
    private long sent;

    /** @param channel a channel that does not block; shared with other senders of the same thread */
    ReportSender(DatagramChannel channel, BalancerName balancer) {
        this.channel = channel;
        this.balancer = balancer;
    }

    /** Looks the balancer's name up again; may take as long as the name server does. */
    void resolve() {
        try {
            InetAddress found = InetAddress.getAllByName(balancer.host())[0];
            address = new InetSocketAddress(found, balancer.port());
            resolving.isOver();
        } catch (UnknownHostException e) {
            resolving.occurred("no address is known for it");
        }
    }

    /** Sends what lies between position and limit; leaves both where they are. */
    void send(ByteBuffer datagram) {
        InetSocketAddress target = address;
        if (target == null) {
            sending.count++; // said already when its name could not be resolved
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
        return sending.count;
    }

    BalancerName balancer() {
        return balancer;
    }

    /** One kind of trouble with the balancer, logged when it begins, changes or ends. */
    private final class Trouble {
        private final String doing;
        private String last = "";
        private long count;

        Trouble(String doing) {
            this.doing = doing;
        }

        void occurred(String what) {
            count++;
            if (!what.equals(last)) {
                LOG.warn("{} {}: {}", doing, balancer, what);
            }
            last = what;
        }

        void isOver() {
            if (!last.isEmpty()) {
                LOG.info("{} {} works again; {} failures so far", doing, balancer, count);
            }
            last = "";
        }
    }
}
