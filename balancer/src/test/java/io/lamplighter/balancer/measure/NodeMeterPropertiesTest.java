package io.lamplighter.balancer.measure;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class NodeMeterPropertiesTest {
    @Property(tries = 200)
    void aDurationIsKeptWithinOnePercent(@ForAll @LongRange(max = 3_600_000_000_000L) long durationNs) {
        NodeMeter fresh = new NodeMeter();
        fresh.connected(durationNs);

        NodeTotals totals = new NodeTotals();
        fresh.drainTo(totals.connectUs(), totals.responseUs());
        long us = durationNs / 1000;
        assertThat(totals.connectUs().getMaxValue()).isBetween(us, us + us / 100);
    }
}
