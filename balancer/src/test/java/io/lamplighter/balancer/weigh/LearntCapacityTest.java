package io.lamplighter.balancer.weigh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.agent.report.LoadReport.Usage;
import io.lamplighter.balancer.watch.HeardReport;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LearntCapacityTest {
    private final LearntCapacity capacity = new LearntCapacity();
    private long sequence;
    private double nowSeconds = -1_000;
    private long requests = 5_000_000;
    private long waitedNs = 7_000_000_000L;
    private int sessions;

    @ParameterizedTest
    @CsvSource({
        "49, 0.5, 0.5, 98",
        "26, 0.5, 0.9, 52",
        "25, 0.9, 0.5, 50",
        "10, 0.0, 1.0, 10",
        "6, 0.94, 1.0, 100",
    })
    void itIsTheRequestsASecondOverHowBusyTheNodeWas(int asked, double cpuIdle, double bandwidthIdle, double mu) {
        hear(0, 0, 0.2, 0.2);
        assertThat(capacity.mu()).as("one report has no requests before it").isNaN();
        hear(1, asked, cpuIdle, bandwidthIdle);
        assertThat(capacity.mu()).isCloseTo(mu, within(1e-9));
    }

    @Test
    void requestsAreCountedPerSecondHoweverLateAReportIs() {
        hear(0, 0, 0.5, 0.5);
        hear(2.5, 100, 0.5, 0.5);
        assertThat(capacity.mu()).isCloseTo(80, within(1e-9));
    }

    @Test
    void itIsAMovingAverageOverFiveSeconds() {
        hear(0, 0, 0.5, 0.5);
        hear(1, 49, 0.5, 0.5);
        hear(5, 120, 0.5, 0.5); // 48 a second
        assertThat(capacity.mu()).isCloseTo(98 + (1 - Math.exp(-1)) * (48 - 98), within(1e-9));
        for (int i = 0; i < 60; i++) {
            hear(1, 24, 0.5, 0.5);
        }
        assertThat(capacity.mu()).isCloseTo(48, within(0.001));
    }

    @ParameterizedTest
    @CsvSource({"100, 0.95, 0.95", "100, 1, 1", "0, 0.2, 0.2"})
    void aNodeThatIsNearlyIdleOrThatNobodyAskedTellsNothing(int asked, double cpuIdle, double bandwidthIdle) {
        hear(0, 0, 0.5, 0.5);
        hear(1, asked, cpuIdle, bandwidthIdle);
        assertThat(capacity.mu()).isNaN();
        hear(1, 49, 0.5, 0.5);
        hear(1, asked, cpuIdle, bandwidthIdle);
        assertThat(capacity.mu()).isCloseTo(98, within(1e-9));
    }

    @Test
    void whatTheAgentDoesNotKnowIsLeftOut() {
        hear(0, 0, 0.5, 0.5);
        hear(
                1,
                40,
                new Usage(OptionalDouble.of(0.6), OptionalDouble.empty(), OptionalLong.empty(), OptionalLong.empty()));
        assertThat(capacity.mu()).isCloseTo(100, within(1e-9));
        hear(1, 40, Usage.UNKNOWN);
        assertThat(capacity.mu()).isCloseTo(100, within(1e-9));
    }

    @Test
    void aReportCountsOnce() {
        hear(0, 0, 0.5, 0.5);
        HeardReport heard = hear(1, 49, 0.5, 0.5);
        capacity.hear(heard, new Workload(requests + 1_000, 0, 0));
        assertThat(capacity.mu()).isCloseTo(98, within(1e-9));
    }

    @Test
    void afterASilenceItIsLearntAnew() {
        hear(0, 0, 0.5, 0.5);
        hear(1, 49, 0.5, 0.5);
        capacity.forget();
        assertThat(capacity.mu()).isNaN();
        hear(60, 1_000, 0.5, 0.5);
        assertThat(capacity.mu()).isNaN();
        hear(1, 10, 0.5, 0.5);
        assertThat(capacity.mu()).isCloseTo(20, within(1e-9));
    }

    @Test
    void whatItHoldsIsHeardWithTheSameReports() {
        sessions = 30;
        hear(0, 0, 0.25, 1);
        assertThat(capacity.held().kappa()).as("one report").isNaN();
        waitedNs += 6_000_000_000L;
        hear(2, 0, 0.25, 1);
        assertThat(capacity.held().kappa()).as("though nobody asked").isCloseTo(40, within(1e-9));
        assertThat(HeldSessions.share(List.of(capacity.held()))).isCloseTo(1 - 2 * 6.0 / 60, within(1e-9));
        sessions = 3_000;
        hear(2, 0, 0.95, 1);
        assertThat(capacity.held().kappa()).as("nearly idle").isCloseTo(40, within(1e-9));
        capacity.forget();
        assertThat(capacity.held().kappa()).isNaN();
    }

    @Test
    void fromOneReportToTheNextItAtMostDoublesAndAtLeastHalves() {
        assertThat(capacity.limited(1)).isEqualTo(1);
        assertThat(capacity.limited(7)).as("no report yet").isEqualTo(7);
        hear(0, 0, 0.5, 0.5);
        assertThat(capacity.limited(100)).isEqualTo(14);
        assertThat(capacity.limited(100)).as("the same report").isEqualTo(14);
        assertThat(capacity.limited(1)).as("the same report").isEqualTo(3.5);
        hear(1, 0, 0.5, 0.5);
        assertThat(capacity.limited(1)).isEqualTo(1.75);
        assertThat(capacity.limited(3)).isEqualTo(3);
        capacity.forget();
        assertThat(capacity.limited(100)).as("the agent is silent").isEqualTo(100);
    }

    private HeardReport hear(double afterSeconds, int asked, double cpuIdle, double bandwidthIdle) {
        return hear(
                afterSeconds,
                asked,
                new Usage(
                        OptionalDouble.of(cpuIdle),
                        OptionalDouble.of(bandwidthIdle),
                        OptionalLong.empty(),
                        OptionalLong.empty()));
    }

    private HeardReport hear(double afterSeconds, int asked, Usage usage) {
        nowSeconds += afterSeconds;
        requests += asked;
        LoadReport report = new LoadReport("a", 1, sequence++, 0, Hardware.UNKNOWN, usage, false);
        HeardReport heard = new HeardReport(report, Math.round(nowSeconds * 1e9));
        capacity.hear(heard, new Workload(requests, waitedNs, sessions));
        return heard;
    }
}
