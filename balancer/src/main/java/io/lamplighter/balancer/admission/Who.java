package io.lamplighter.balancer.admission;

import io.lamplighter.balancer.config.AdmissionConfig.Everyone;
import io.lamplighter.balancer.config.AdmissionConfig.Network;
import io.lamplighter.balancer.config.AdmissionConfig.Unix;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** Whether an address belongs to a set of clients. */
final class Who {
    private Who() {}

    static boolean includes(io.lamplighter.balancer.config.AdmissionConfig.Who who, SocketAddress client) {
        if (who instanceof Everyone) {
            return true;
        }
        if (who instanceof Unix) {
            return !(client instanceof InetSocketAddress);
        }
        return who instanceof Network network
                && client instanceof InetSocketAddress inet
                && network.network().contains(inet.getAddress().getAddress());
    }
}
