package io.lamplighter.balancer.weigh;

import static io.lamplighter.balancer.node.Lines.line;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.node.Lines;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often weights are computed; the time a computation takes is simulated. */
class WeightLoopPaceTest {
    private final TestLoop test = new TestLoop();
    private double idle = 0.2;

    @BeforeEach
    void start() {
        test.generation(Lines.upstream(
                "u",
                TestLoop.HALVES,
                line("10.0.0.1:1").agent("a"),
                line("10.0.0.2:1").agent("b")));
    }

    @Test
    void aShortComputationIsFollowedByTheNextAtOnce() {
        int before = test.published.size();
        for (int i = 0; i < 10; i++) {
            hearNews();
            test.run();
        }
        assertThat(test.published).hasSize(before + 10);
    }

    @Test
    void afterALongComputationReportsWaitFourTimesAsLong() {
        test.publishingMs = 5;
        hearNews();
        test.run();
        int before = test.published.size();

        hearNews();
        test.advance(19);
        assertThat(test.published).hasSize(before);
        hearNews();
        hearNews();
        test.advance(1);

        assertThat(test.published).as("one for all").hasSize(before + 1);
    }

    @Test
    void aReportThatComesAfterTheRestDoesNotWait() {
        test.publishingMs = 5;
        hearNews();
        test.run();
        test.advance(20);
        int before = test.published.size();

        hearNews();
        test.run();

        assertThat(test.published).hasSize(before + 1);
    }

    @Test
    void howeverLongAComputationTakesAReportWaitsNoLongerThanFortyMilliseconds() {
        test.publishingMs = 500;
        hearNews();
        test.run();
        int before = test.published.size();

        hearNews();
        test.advance(39);
        assertThat(test.published).hasSize(before);
        test.advance(1);

        assertThat(test.published).hasSize(before + 1);
    }

    @ParameterizedTest
    @CsvSource({"5, 20", "7, 28", "8, 29", "10, 25", "15, 15", "20, 20", "500, 40"})
    void aReportThatComesWhenAComputationBeginsIsStillInTime(int tookMs, int restMs) {
        test.publishingMs = tookMs;
        hearNews();
        test.run();
        int before = test.published.size();

        hearNews();
        test.advance(restMs - 1);
        assertThat(test.published).hasSize(before);
        test.advance(1);

        assertThat(test.published).hasSize(before + 1);
        assertThat(tookMs > 15 || tookMs + restMs + tookMs <= 45).isTrue();
    }

    @Test
    void whileReportsPourInTheLoopWorksAFifthOfTheTime() {
        test.publishingMs = 5;
        long startMs = test.nowMs();
        int before = test.published.size();
        for (int i = 0; i < 1_000; i++) {
            hearNews();
            test.advance(1);
        }
        // The clock has gone on by each step and by each computation.
        long workedMs = 5L * (test.published.size() - before);
        assertThat(workedMs).isBetween((test.nowMs() - startMs) / 6, (test.nowMs() - startMs) / 5 + 5);
    }

    private void hearNews() {
        idle = idle > 0.9 ? 0.2 : idle + 0.03;
        test.hear("a", idle, idle);
        test.hear("b", 1, 1);
    }
}
