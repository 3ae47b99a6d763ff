package io.lamplighter.balancer.measure;

import io.lamplighter.balancer.variable.Tlv;
import java.net.InetSocketAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client's PROXY protocol header said.
 *
 * @param source the real client
 * @param destination what it connected to
 * @param values of the header's second version, by type; octets
 */
public record ProxyHeader(InetSocketAddress source, InetSocketAddress destination, Map<Tlv, String> values) {
    public ProxyHeader {
        values = Map.copyOf(values);
    }

    /** The value of that type; null if the header had none. */
    @Nullable
    String value(Tlv type) {
        return values.get(type);
    }
}
