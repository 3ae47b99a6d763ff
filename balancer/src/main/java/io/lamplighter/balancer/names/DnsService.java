package io.lamplighter.balancer.names;

import java.net.InetAddress;
import java.util.List;

/**
 * One place where a service is to be had (RFC 2782), with the addresses of its host.
 *
 * @param host name of the host
 * @param port 0 to 65535
 * @param priority the lower, the sooner it is to be used
 * @param weight share among those of the same priority
 * @param addresses of the host
 */
public record DnsService(String host, int port, int priority, int weight, List<InetAddress> addresses) {
    public DnsService {
        addresses = List.copyOf(addresses);
    }

    DnsService at(List<InetAddress> found) {
        return new DnsService(host, port, priority, weight, found);
    }
}
