package io.lamplighter.balancer.names;

import java.util.List;

/**
 * What DNS said.
 *
 * @param found addresses or services, in the order of the answer
 * @param validMs how long it counts, milliseconds
 */
public record DnsAnswer<T>(List<T> found, long validMs) {
    public DnsAnswer {
        found = List.copyOf(found);
    }
}
