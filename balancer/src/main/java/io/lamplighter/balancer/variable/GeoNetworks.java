package io.lamplighter.balancer.variable;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Values of networks; the longest prefix counts. A lookup costs a hash for each length of prefix that occurs.
 *
 * <p>Threads: built by one, then read by any.
 */
public final class GeoNetworks implements GeoTable.Addresses {
    private final Map<Cidr, String> values = new HashMap<>();
    private final NavigableSet<Integer> lengths = new TreeSet<>(Collections.reverseOrder());

    /** Sets the value of a network, and tells the one it had before. */
    public @Nullable String put(Cidr network, String value) {
        lengths.add(network.bits());
        return values.put(network, value);
    }

    /** Takes a network out; whether it was there. */
    public boolean remove(Cidr network) {
        return values.remove(network) != null;
    }

    @Override
    public @Nullable String find(byte[] address) {
        for (int bits : lengths) {
            String value = bits > 8 * address.length ? null : values.get(Cidr.of(address, bits));
            if (value != null) {
                return value;
            }
        }
        return null;
    }
}
