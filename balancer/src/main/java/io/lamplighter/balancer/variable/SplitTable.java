package io.lamplighter.balancer.variable;

import java.util.List;

/**
 * A {@code split_clients}: a value by chance that is the same for the same source, each with its share.
 *
 * @param source what is hashed
 * @param parts in order
 */
public record SplitTable(Template source, List<Part> parts) implements Defined.Definition {
    /**
     * A value and where its share ends.
     *
     * @param end the first hash that is above it; 2^32 for all that are left
     * @param value octets
     */
    public record Part(long end, String value) {}

    public SplitTable {
        parts = List.copyOf(parts);
    }

    @Override
    public String evaluate(Values session) {
        long hash = MurmurHash2.hash(Octets.bytes(source.expand(session)));
        for (Part part : parts) {
            if (hash < part.end) {
                return part.value;
            }
        }
        return "";
    }
}
