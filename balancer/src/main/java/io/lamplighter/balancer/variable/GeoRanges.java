package io.lamplighter.balancer.variable;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Values of ranges of IPv4 addresses. A range within another one takes its place there; ranges that cross are refused.
 *
 * <p>Threads: built by one, then read by any.
 */
public final class GeoRanges implements GeoTable.Addresses {
    private static final long NO_ADDRESS = 0xFFFFFFFFL;

    private final NavigableMap<Long, Range> ranges = new TreeMap<>();

    /**
     * A range and its value.
     *
     * @param first an address as a number, 0 to 2^32 - 1
     * @param last the same, at least {@code first}
     * @param value octets
     */
    public record Range(long first, long last, String value) {
        /** {@code first-last}; empty if the text is no range. */
        public static Optional<Range> parse(String text, String value) {
            int dash = text.indexOf('-');
            byte[] first = dash < 0 ? null : ipv4(text.substring(0, dash));
            byte[] last = dash < 0 ? null : ipv4(text.substring(dash + 1));
            if (first == null || last == null || IpText.ipv4(first) > IpText.ipv4(last)) {
                return Optional.empty();
            }
            return Optional.of(new Range(IpText.ipv4(first), IpText.ipv4(last), value));
        }

        private static byte @Nullable [] ipv4(String text) {
            byte[] address = IpText.parse(text);
            boolean isUsable = address != null && address.length == 4 && IpText.ipv4(address) != NO_ADDRESS;
            return isUsable ? address : null;
        }

        private boolean isSameAs(Range other) {
            return first == other.first && last == other.last;
        }
    }

    /** What came of adding a range. */
    public enum Added {
        DONE,
        /** The same range had a value, which is replaced. */
        REPLACED,
        /** It lies partly in another one, and is left out. */
        CROSSES
    }

    /** Adds a range. */
    public Added add(Range range) {
        Map.Entry<Long, Range> before = ranges.floorEntry(range.last);
        if (before == null || before.getValue().last < range.first) {
            ranges.put(range.first, range);
            return Added.DONE;
        }
        Range outer = before.getValue();
        if (range.first < outer.first || range.last > outer.last) {
            return Added.CROSSES;
        }
        split(outer, range);
        return range.isSameAs(outer) ? Added.REPLACED : Added.DONE;
    }

    private void split(Range outer, Range inner) {
        ranges.remove(outer.first);
        if (outer.first < inner.first) {
            ranges.put(outer.first, new Range(outer.first, inner.first - 1, outer.value));
        }
        ranges.put(inner.first, inner);
        if (inner.last < outer.last) {
            ranges.put(inner.last + 1, new Range(inner.last + 1, outer.last, outer.value));
        }
    }

    /** Takes out a range that was added with these ends; whether it was there. */
    public boolean remove(Range range) {
        Range known = ranges.get(range.first);
        if (known == null || !known.isSameAs(range)) {
            return false;
        }
        ranges.remove(range.first);
        return true;
    }

    @Override
    public @Nullable String find(byte[] address) {
        long sought = address.length == 4 ? IpText.ipv4(address) : NO_ADDRESS;
        Map.Entry<Long, Range> before = ranges.floorEntry(sought);
        return before != null && sought <= before.getValue().last ? before.getValue().value : null;
    }
}
