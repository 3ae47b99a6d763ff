package io.lamplighter.balancer.geoip;

import io.lamplighter.balancer.variable.Defined;
import io.lamplighter.balancer.variable.Values;
import io.lamplighter.balancer.variable.Variable;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A variable of a {@code geoip2} block.
 *
 * @param source holds the address as text
 * @param path where the value stands in what is known of the address
 * @param fallback octets that stand for nothing; empty for no value
 */
public record GeoipLookup(GeoipDatabase database, Variable source, List<String> path, Optional<String> fallback)
        implements Defined.Definition {
    public GeoipLookup {
        path = List.copyOf(path);
    }

    @Override
    public @Nullable String evaluate(Values session) {
        String address = source.value(session);
        String found = address == null ? null : database.find(address, path);
        return found == null ? fallback.orElse(null) : found;
    }
}
