package io.lamplighter.balancer.weigh;

import static io.lamplighter.balancer.node.Lines.line;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.BalancingMethod.Arima;
import io.lamplighter.balancer.config.BalancingMethod.LeastConn;
import io.lamplighter.balancer.config.BalancingMethod.PickOrder;
import io.lamplighter.balancer.config.BalancingMethod.ResponseTime;
import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.node.Lines;
import io.lamplighter.balancer.node.ResponseKind;
import io.lamplighter.balancer.predict.Order;
import io.lamplighter.balancer.predict.Rung;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** From what sessions tell to what is picked, by a loop whose time passes when the test says so. */
class PredictionsTest {
    private static final Arima ARIMA = new Arima(PickOrder.ROTATE);

    private final TestLoop test = new TestLoop();
    private final SplittableRandom random = new SplittableRandom(4);

    @Test
    void theWorkedExampleOfResponseTimeFromTheSessionsToThePick() {
        test.generation(three(new ResponseTime()));
        double[][] times = {{20, 24}, {30, 25}, {18, 18}};
        for (int i = 0; i < times.length; i++) {
            for (double ms : times[i]) {
                test.took(i, ResponseKind.REPLY, ms);
            }
        }
        test.advance(150);

        assertThat(test.prediction(0).predictedMs()).hasValue(28);
        assertThat(test.prediction(1).predictedMs()).hasValue(20);
        assertThat(test.prediction(2).predictedMs()).hasValue(18);
        assertThat(test.prediction(2).thresholdMs().orElseThrow()).isCloseTo(22.333, within(0.001));
        assertThat(test.prediction(2).model()).isEmpty();
        assertThat(test.pick()).isSameAs(test.node(1));
    }

    @Test
    void theThresholdStartsAsTheFirstResponseTimeAndIsTheMeanUntilThereAreTwenty() {
        test.generation(three(ARIMA));
        assertThat(test.prediction(0)).isEqualTo(nothing());
        test.took(0, ResponseKind.REPLY, 30);
        test.advance(150);
        assertThat(test.prediction(0).thresholdMs()).hasValue(30);
        assertThat(test.prediction(0).predictedMs()).hasValue(30);
        assertThat(test.prediction(1).thresholdMs()).hasValue(30);
        assertThat(test.prediction(1).predictedMs()).isEmpty();
        test.took(1, ResponseKind.REPLY, 10);
        test.took(1, ResponseKind.REPLY, 11);
        test.advance(150);
        assertThat(test.prediction(1).thresholdMs()).hasValue(17);
        assertThat(test.prediction(1).predictedMs()).hasValue(10.5);
        assertThat(test.prediction(1).samples()).isEqualTo(2);
    }

    @Test
    void sessionsGoToWhoIsForecastBelowTheThreshold() {
        test.generation(three(ARIMA));
        hold(0, 1, 2);
        tellInAnyOrder(40, 10, 12);
        test.advance(50);
        assertThat(test.shares(20)).containsExactly(0, 10, 10);
        tellInAnyOrder(40, 90, 12);
        test.advance(50);
        assertThat(test.shares(20)[1]).as("now slower than the threshold").isZero();
    }

    @Test
    void aThresholdWhoseForecastIsNoBetterIsTheMeanOfWhatIsExpectedOfTheNodes() {
        test.generation(three(ARIMA));
        for (int step = 0;
                step < 4;
                step++) { // of the whole group, without notice: nothing is better than the last value
            for (int n = 0; n < 100; n++) {
                test.took(n % 2, ResponseKind.REPLY, new double[] {10, 400, 50, 900}[step] + n % 2);
            }
            test.advance(150);
        }
        NodePrediction first = test.prediction(0);
        assertThat(first.isThresholdForecast()).isFalse();
        double second = test.prediction(1).predictedMs().orElseThrow();
        assertThat(first.thresholdMs().orElseThrow())
                .isCloseTo((first.predictedMs().orElseThrow() + second) / 2, within(1e-9));
    }

    @Test
    void aNodeThatGetsNoSessionsIsUnknownAfterAMinuteAndTriedAgain() {
        for (BalancingMethod method : new BalancingMethod[] {ARIMA, new ResponseTime()}) {
            TestLoop each = new TestLoop().generation(three(method));
            for (int i = 0; i < 3; i++) {
                assertThat(each.node(i).tryBorrow(0)).isTrue();
            }
            each.took(0, ResponseKind.REPLY, 5_000);
            for (int second = 0; second < 62; second++) {
                each.took(1, ResponseKind.REPLY, 10);
                each.took(2, ResponseKind.REPLY, 10.5);
                each.advance(950);
                if (second < 55) {
                    assertThat(each.share(0, 10))
                            .as(method + " in second " + second)
                            .isZero();
                }
            }
            each.advance(3_000);
            assertThat(each.prediction(0).predictedMs()).isEmpty();
            assertThat(each.share(0, 10)).as(method.toString()).isPositive();
        }
    }

    @Test
    void aTimeOutCountsAsItsTimeOutOnceNodesAnswer() {
        test.generation(three(new ResponseTime()));
        test.took(0, ResponseKind.REPLY_TIMEOUT, 600_000);
        test.took(1, ResponseKind.CONNECT_TIMEOUT, 60_000);
        test.advance(150);
        assertThat(test.prediction(0).predictedMs())
                .as("who never answers owes nothing")
                .isEmpty();
        assertThat(test.prediction(1).predictedMs()).hasValue(60_000);

        test.took(2, ResponseKind.REPLY, 10);
        test.took(0, ResponseKind.REPLY_TIMEOUT, 600_000);
        test.advance(150);
        assertThat(test.prediction(0).predictedMs()).hasValue(600_000);
    }

    @Test
    void connectTimesCountOnlyUntilAnyNodeOfTheGroupAnswers() {
        test.generation(three(ARIMA));
        test.took(0, ResponseKind.NO_REPLY, 1);
        test.took(1, ResponseKind.NO_REPLY, 3);
        test.advance(150);
        assertThat(test.prediction(0).predictedMs()).hasValue(1);
        assertThat(test.prediction(0).thresholdMs()).hasValue(2);

        test.took(1, ResponseKind.REPLY, 20);
        test.took(0, ResponseKind.NO_REPLY, 1); // a client that gave up on a node that hangs
        test.advance(150);
        assertThat(test.prediction(0).predictedMs()).isEmpty();
        assertThat(test.prediction(1).predictedMs()).hasValue(20);
        assertThat(test.prediction(1).thresholdMs()).hasValue(20);
    }

    @Test
    void aReloadKeepsWhatIsKnownOfNodesThatStay() {
        test.generation(three(ARIMA));
        for (int i = 0; i < 8; i++) {
            test.took(0, ResponseKind.REPLY, 30);
            test.took(1, ResponseKind.REPLY, 10);
        }
        test.advance(150);

        test.generation(Lines.upstream("u", ARIMA, line("10.0.0.2:1"), line("10.0.0.4:1")));
        assertThat(test.prediction(0).predictedMs()).hasValue(10);
        assertThat(test.prediction(0).thresholdMs()).hasValue(20);
        assertThat(test.prediction(1).predictedMs()).isEmpty();

        test.generation(Lines.upstream("u", new ResponseTime(), line("10.0.0.2:1"), line("10.0.0.4:1")));
        assertThat(test.prediction(0).predictedMs())
                .as("another method knows other things")
                .isEmpty();
        test.generation(Lines.upstream("u", new LeastConn(), line("10.0.0.2:1"), line("10.0.0.4:1")));
        assertThat(test.loop.predictionOf(test.node(0))).isEmpty();
    }

    @Test
    void responsesOfNodesThatNoMethodForecastsAreTakenInAndForgotten() {
        test.generation(three(new LeastConn()));
        for (int i = 0; i < 10_000; i++) {
            test.took(0, ResponseKind.REPLY, 1);
        }
        test.advance(2_000);
        long dropped = test.counters.value(Counter.RESPONSE_TIMES_DROPPED);
        assertThat(dropped).as("more than there is room for").isPositive();
        test.took(0, ResponseKind.REPLY, 1);
        assertThat(test.counters.value(Counter.RESPONSE_TIMES_DROPPED)).isEqualTo(dropped);
    }

    @Test
    void thatAForecastIsGivenUpIsSaidOnceAndShown() {
        Logger logger = (Logger) LoggerFactory.getLogger(PredictedGroup.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try {
            test.generation(three(ARIMA));
            // Each value comes five times: nobody forecasts better than the last one does.
            for (int i = 0; i < 400; i++) {
                test.took(1, ResponseKind.REPLY, 10 + i / 5 * 37 % 100);
                test.advance(50);
            }
            assertThat(test.prediction(1).model().orElseThrow().isUsed()).isFalse();
            assertThat(test.prediction(1).predictedMs()).hasValue(10 + 79 * 37 % 100);
            assertThat(lines.list.stream().map(ILoggingEvent::getFormattedMessage))
                    .contains("upstream u: the forecasts of these are no better than the last value, and not used:"
                            + " the threshold, 10.0.0.2:1")
                    .hasSizeBetween(1, 2);
        } finally {
            logger.detachAppender(lines);
        }
    }

    private static NodePrediction nothing() {
        return new NodePrediction(
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                true,
                0,
                Optional.of(new NodePrediction.Model(
                        Rung.NONE, new Order(0, 0, 0, true), OptionalDouble.empty(), OptionalDouble.empty(), true)));
    }

    private void hold(int... nodes) {
        for (int node : nodes) {
            assertThat(test.node(node).tryBorrow(0)).isTrue();
        }
    }

    /** Some fifty of each node, around these. */
    private void tellInAnyOrder(double... ms) {
        for (int i = 0; i < 150; i++) {
            int node = random.nextInt(3);
            test.took(node, ResponseKind.REPLY, ms[node] + random.nextDouble(-.1, .1));
        }
    }

    private static UpstreamConfig three(BalancingMethod method) {
        return Lines.upstream("u", method, line("10.0.0.1:1"), line("10.0.0.2:1"), line("10.0.0.3:1"));
    }
}
