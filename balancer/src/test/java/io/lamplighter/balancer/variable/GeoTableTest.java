package io.lamplighter.balancer.variable;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.variable.GeoRanges.Added;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class GeoTableTest {
    @Test
    void theLongestPrefixCounts() {
        GeoNetworks networks = networks("10.0.0.0/8", "10.1.0.0/16", "10.1.2.3", "0.0.0.0/0", "fd00::/8", "fd00::7");
        assertThat(find(networks, "10.9.9.9")).isEqualTo("10.0.0.0/8");
        assertThat(find(networks, "10.1.9.9")).isEqualTo("10.1.0.0/16");
        assertThat(find(networks, "10.1.2.3")).isEqualTo("10.1.2.3");
        assertThat(find(networks, "11.0.0.0")).isEqualTo("0.0.0.0/0");
        assertThat(find(networks, "fd12::1")).isEqualTo("fd00::/8");
        assertThat(find(networks, "fd00::7")).isEqualTo("fd00::7");
        assertThat(find(networks, "2001::1"))
                .as("an IPv4 network holds no IPv6 address")
                .isEqualTo("default");
    }

    @Test
    void anIpv4AddressInIpv6FormIsAnIpv4Address() {
        assertThat(find(networks("10.0.0.0/8"), "::ffff:10.0.0.1")).isEqualTo("10.0.0.0/8");
        assertThat(find(networks("::/0"), "::ffff:10.0.0.1")).isEqualTo("default");
    }

    @Test
    void whatIsNoAddressCountsAsTheLastOne() {
        assertThat(find(networks("255.255.255.255"), "unix:")).isEqualTo("255.255.255.255");
        assertThat(find(networks("255.255.255.255"), "")).isEqualTo("255.255.255.255");
        assertThat(find(ranges("0.0.0.0-255.255.255.254"), "unix:")).isEqualTo("default");
    }

    @Test
    void aNetworkThatWasTakenOutIsNotFound() {
        GeoNetworks networks = networks("10.0.0.0/8", "10.1.0.0/16");
        assertThat(networks.remove(Cidr.parse("10.1.0.0/16"))).isTrue();
        assertThat(networks.remove(Cidr.parse("10.1.0.0/16"))).isFalse();
        assertThat(find(networks, "10.1.0.1")).isEqualTo("10.0.0.0/8");
    }

    @Test
    void aRangeWithinAnotherTakesItsPlaceThere() {
        GeoRanges ranges = ranges("1.0.0.0-1.0.0.255", "1.0.0.10-1.0.0.20", "1.0.0.12-1.0.0.12");
        assertThat(find(ranges, "1.0.0.9")).isEqualTo("1.0.0.0-1.0.0.255");
        assertThat(find(ranges, "1.0.0.10")).isEqualTo("1.0.0.10-1.0.0.20");
        assertThat(find(ranges, "1.0.0.12")).isEqualTo("1.0.0.12-1.0.0.12");
        assertThat(find(ranges, "1.0.0.13")).isEqualTo("1.0.0.10-1.0.0.20");
        assertThat(find(ranges, "1.0.0.21")).isEqualTo("1.0.0.0-1.0.0.255");
        assertThat(find(ranges, "1.0.1.0")).isEqualTo("default");
    }

    @Test
    void rangesThatCrossAreLeftOut() {
        GeoRanges ranges = ranges("1.0.0.10-1.0.0.20");
        assertThat(ranges.add(range("1.0.0.5-1.0.0.10"))).isEqualTo(Added.CROSSES);
        assertThat(ranges.add(range("1.0.0.20-1.0.0.30"))).isEqualTo(Added.CROSSES);
        assertThat(ranges.add(range("1.0.0.0-1.0.0.30"))).isEqualTo(Added.CROSSES);
        assertThat(ranges.add(range("1.0.0.10-1.0.0.20"))).isEqualTo(Added.REPLACED);
        assertThat(find(ranges, "1.0.0.5")).isEqualTo("default");
    }

    @Test
    void onlyARangeWithTheSameEndsIsTakenOut() {
        GeoRanges ranges = ranges("1.0.0.10-1.0.0.20");
        assertThat(ranges.remove(range("1.0.0.10-1.0.0.19"))).isFalse();
        assertThat(ranges.remove(range("1.0.0.10-1.0.0.20"))).isTrue();
        assertThat(find(ranges, "1.0.0.10")).isEqualTo("default");
    }

    @Test
    void rangesAreTwoIpv4AddressesInOrder() {
        for (String text : List.of("1.0.0.0", "1.0.0.0-", "2.0.0.0-1.0.0.0", "::1-::2", "1.0.0.0-1.0.0.256", "a-b")) {
            assertThat(GeoRanges.Range.parse(text, "")).as(text).isEmpty();
        }
    }

    /** However ranges are nested, an address has the value of the last one added that holds it. */
    @Property(tries = 300)
    void nestedRangesAreLikePaint(@ForAll @Size(max = 30) List<@IntRange(max = 1023) Integer> ends) {
        GeoRanges ranges = new GeoRanges();
        List<GeoRanges.Range> added = new ArrayList<>();
        for (int i = 0; i + 1 < ends.size(); i += 2) {
            long first = Math.min(ends.get(i), ends.get(i + 1));
            long last = Math.max(ends.get(i), ends.get(i + 1));
            GeoRanges.Range range = new GeoRanges.Range(first, last, "value " + i);
            if (ranges.add(range) != Added.CROSSES) {
                added.add(range);
            }
        }
        for (int address = 0; address < 1024; address++) {
            String expected = null;
            for (GeoRanges.Range range : added) {
                expected = range.first() <= address && address <= range.last() ? range.value() : expected;
            }
            assertThat(ranges.find(new byte[] {0, 0, (byte) (address >> 8), (byte) address}))
                    .isEqualTo(expected);
        }
    }

    private static GeoNetworks networks(String... networks) {
        GeoNetworks all = new GeoNetworks();
        for (String network : networks) {
            all.put(Cidr.parse(network), network);
        }
        return all;
    }

    private static GeoRanges ranges(String... ranges) {
        GeoRanges all = new GeoRanges();
        for (String range : ranges) {
            assertThat(all.add(range(range))).isEqualTo(Added.DONE);
        }
        return all;
    }

    private static GeoRanges.Range range(String text) {
        return GeoRanges.Range.parse(text, text).orElseThrow();
    }

    private static String find(GeoTable.Addresses addresses, String address) {
        return new GeoTable(BuiltIn.REMOTE_ADDR, addresses, "default").evaluate(FixedValues.always(address));
    }
}
