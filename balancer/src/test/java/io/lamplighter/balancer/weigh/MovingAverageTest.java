package io.lamplighter.balancer.weigh;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.agent.report.LoadReport.Usage;
import io.lamplighter.balancer.watch.HeardReport;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class MovingAverageTest {
    private static final long EXPIRE_NS = 5_000_000_000L;

    private final MovingAverage average = new MovingAverage();
    private long sequence;

    @Test
    void theFirstCountsAsItIsAndTheOthersByTheirShare() {
        assertThat(after(0, 500_000_000)).hasValue(500_000_000);
        assertThat(after(1, 80_000_000)).hasValue(374_000_000);
        assertThat(after(2, 80_000_000)).hasValue(285_800_000);
        assertThat(after(3, 1_000_000_000)).hasValue(500_060_000);
    }

    @Test
    void lookingAgainIsNoStep() {
        after(0, 500_000_000);
        HeardReport report = report(1);
        for (int i = 0; i < 100; i++) {
            assertThat(average.after(report, OptionalLong.of(80_000_000), 0.3, EXPIRE_NS))
                    .hasValue(374_000_000);
        }
    }

    @Test
    void aReportThatTellsNoRateMovesNothing() {
        after(0, 500_000_000);

        assertThat(average.after(report(1), OptionalLong.empty(), 0.3, EXPIRE_NS))
                .isEmpty();
        assertThat(after(2, 80_000_000)).hasValue(374_000_000);
    }

    @Test
    void aLongerSilenceThanTheExpiryTimeBeginsAnew() {
        after(0, 500_000_000);
        assertThat(after(5, 80_000_000)).hasValue(374_000_000);

        assertThat(after(11, 80_000_000)).hasValue(80_000_000);
    }

    @Test
    void whatIsForgottenBeginsAnew() {
        after(0, 500_000_000);
        average.forget();

        assertThat(after(1, 80_000_000)).hasValue(80_000_000);
    }

    @Property(tries = 200)
    void itStaysBetweenTheLeastAndTheGreatestAndFollowsExactlyWithAShareOfOne(@ForAll long seed) {
        Random random = new Random(seed);
        MovingAverage smooth = new MovingAverage();
        MovingAverage bare = new MovingAverage();
        double share = 1 - random.nextDouble();
        long least = Long.MAX_VALUE;
        long greatest = 0;
        for (int i = 0; i < 50; i++) {
            long rate = random.nextLong(RateFormula.ONE + 1);
            least = Math.min(least, rate);
            greatest = Math.max(greatest, rate);

            assertThat(smooth.after(report(i), OptionalLong.of(rate), share, EXPIRE_NS)
                            .getAsLong())
                    .isBetween(least, greatest);
            assertThat(bare.after(report(i), OptionalLong.of(rate), 1, EXPIRE_NS))
                    .hasValue(rate);
        }
    }

    private OptionalLong after(int seconds, long rate) {
        return average.after(report(seconds), OptionalLong.of(rate), 0.3, EXPIRE_NS);
    }

    private HeardReport report(int seconds) {
        return new HeardReport(
                new LoadReport("a", 1, sequence++, 0, Hardware.UNKNOWN, Usage.UNKNOWN, false),
                seconds * 1_000_000_000L);
    }
}
