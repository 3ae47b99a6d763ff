package io.lamplighter.balancer.weigh;

import static io.lamplighter.balancer.node.Lines.line;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.BalancingMethod.LeastConn;
import io.lamplighter.balancer.config.BalancingMethod.RoundRobin;
import io.lamplighter.balancer.node.AdminOrder;
import io.lamplighter.balancer.node.Availability;
import io.lamplighter.balancer.node.Lines;
import io.lamplighter.balancer.node.SetBy;
import io.lamplighter.balancer.node.Standing;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Administrator before agent before DNS before configuration, for weights and for being open to sessions, whatever the method. */
class PrecedenceTest {
    private final TestLoop test = new TestLoop();

    static BalancingMethod[] methods() {
        return new BalancingMethod[] {new RoundRobin(), new LeastConn(), TestLoop.HALVES};
    }

    @ParameterizedTest
    @MethodSource("methods")
    void aNodeWhoseAgentAsksForNoNewSessionsGetsNone(BalancingMethod method) {
        start(method, line("10.0.0.1:1").agent("a"));
        test.hear("a", 1, 1, true);
        test.run();

        assertThat(test.node(0).standing()).isEqualTo(new Standing(Availability.DRAIN, SetBy.AGENT));
        assertThat(test.reason(0)).isEqualTo(WeightReason.AGENT_DRAINING);
        assertThat(test.share(0, 100)).isZero();
        assertThat(test.picked(100)).isEqualTo(100);
    }

    @ParameterizedTest
    @MethodSource("methods")
    void theNextReportThatSaysOtherwiseOpensTheNode(BalancingMethod method) {
        start(method, line("10.0.0.1:1").agent("a"));
        test.hear("a", 1, 1, true);
        test.run();
        test.hear("a", 1, 1, false);
        test.run();

        assertThat(test.node(0).availability()).isEqualTo(Availability.UP);
        assertThat(test.share(0, 100)).isEqualTo(50);
    }

    @Test
    void silenceOpensTheNodeWhenTheReportExpires() {
        start(new RoundRobin(), line("10.0.0.1:1").agent("a"));
        test.hear("a", 1, 1, true);
        test.advance(TestLoop.EXPIRE_MS);
        assertThat(test.share(0, 100)).isZero();

        test.advance(1_000);

        assertThat(test.node(0).availability()).isEqualTo(Availability.UP);
        assertThat(test.share(0, 100)).isEqualTo(50);
    }

    @Test
    void aReloadThatDropsTheNameOfTheAgentOpensTheNode() {
        start(new RoundRobin(), line("10.0.0.1:1").agent("a"));
        test.hear("a", 1, 1, true);
        test.run();
        start(new RoundRobin(), line("10.0.0.1:1"));

        assertThat(test.share(0, 100)).isEqualTo(50);
    }

    @Test
    void theAdministratorsUpGoesBeforeTheAgentsDrainAndTheConfigurationsDown() {
        start(new RoundRobin(), line("10.0.0.1:1").agent("a").down());
        test.hear("a", 1, 1, true);
        test.run();
        assertThat(test.node(0).standing())
                .as("down is more than a wish to be left")
                .isEqualTo(new Standing(Availability.DOWN, SetBy.CONFIGURATION));

        test.order(0, Availability.UP);

        assertThat(test.node(0).standing()).isEqualTo(new Standing(Availability.UP, SetBy.ADMIN));
        assertThat(test.reason(0)).isEqualTo(WeightReason.CONFIGURED);
        assertThat(test.share(0, 100)).isEqualTo(50);
    }

    @ParameterizedTest
    @MethodSource("methods")
    void anOrderedWeightIsInForceAsItIs(BalancingMethod method) {
        start(method, line("10.0.0.1:1").agent("a"));
        test.hear("a", 0.5, 0.5);
        test.order(0, new AdminOrder(Optional.empty(), OptionalInt.of(7)));
        test.hear("a", 0.9, 0.9);
        test.run();

        assertThat(test.weight(0)).isEqualTo(new NodeWeight(7, WeightReason.ADMIN, 0, 100));
        assertThat(test.lastPublished()[0]).isEqualTo(7);
        test.order(0, AdminOrder.NONE);
        assertThat(test.reason(0))
                .isEqualTo(method.equals(TestLoop.HALVES) ? WeightReason.AGENT : WeightReason.CONFIGURED);
    }

    @Test
    void anOrderedZeroEndsNewSessionsAndItsAgeIsThatOfTheOrder() {
        start(new RoundRobin(), line("10.0.0.1:1"));
        test.order(0, new AdminOrder(Optional.empty(), OptionalInt.of(0)));
        test.advance(2_500);

        assertThat(test.weight(0)).isEqualTo(new NodeWeight(0, WeightReason.ADMIN, 2_500, 100));
        assertThat(test.share(0, 100)).isZero();
    }

    @Test
    void anOrderSurvivesAReload() {
        start(new RoundRobin(), line("10.0.0.1:1"));
        test.order(0, new AdminOrder(Optional.empty(), OptionalInt.of(3)));
        start(new RoundRobin(), line("10.0.0.1:1").weight(9));

        assertThat(test.lastPublished()).containsExactly(3, 1);
    }

    @Test
    void theConfigurationsZeroAndDrainAreShownAsWhatTheyAre() {
        start(new LeastConn(), line("10.0.0.1:1").weight(0));
        assertThat(test.reason(0)).isEqualTo(WeightReason.SET_TO_ZERO);

        start(new LeastConn(), line("10.0.0.1:1").drain());
        assertThat(test.reason(0)).isEqualTo(WeightReason.CONFIGURED);
        assertThat(test.node(0).standing()).isEqualTo(new Standing(Availability.DRAIN, SetBy.CONFIGURATION));
        assertThat(test.share(0, 100)).isZero();
    }

    @Test
    void theWeightOfAnSrvRecordGoesBeforeThatOfTheLine() {
        start(new RoundRobin(), line("10.0.0.1:1").weight(2).dnsWeight(3));

        assertThat(test.reason(0)).isEqualTo(WeightReason.NAMED);
        assertThat(setBy(0)).isEqualTo(SetBy.DNS);
        assertThat(test.lastPublished()).containsExactly(3, 1);
        assertThat(test.share(0, 100)).isEqualTo(75);
        assertThat(setBy(1)).isEqualTo(SetBy.CONFIGURATION);
    }

    @Test
    void whatTheAgentReportsGoesBeforeTheSrvRecordWhoseWeightItIsTheBase() {
        start(TestLoop.HALVES, line("10.0.0.1:1").dnsWeight(60).agent("a"));
        assertThat(test.reason(0)).isEqualTo(WeightReason.AGENT_NOT_HEARD);
        assertThat(test.weight(0).weight()).isEqualTo(60);
        assertThat(setBy(0)).isEqualTo(SetBy.DNS);

        test.hear("a", 0.5, 0.5);
        test.run();

        assertThat(test.weight(0).weight()).isEqualTo(30);
        assertThat(setBy(0)).isEqualTo(SetBy.AGENT);
    }

    @Test
    void theAdministratorsWeightGoesBeforeTheSrvRecord() {
        start(new RoundRobin(), line("10.0.0.1:1").dnsWeight(3));
        test.order(0, new AdminOrder(Optional.empty(), OptionalInt.of(7)));

        assertThat(setBy(0)).isEqualTo(SetBy.ADMIN);
        assertThat(test.lastPublished()).containsExactly(7, 1);
    }

    @Test
    void aLineOfWeightZeroStaysClosedWhateverTheSrvRecordSays() {
        start(new RoundRobin(), line("10.0.0.1:1").weight(0).dnsWeight(3));

        assertThat(test.reason(0)).isEqualTo(WeightReason.SET_TO_ZERO);
        assertThat(setBy(0)).isEqualTo(SetBy.CONFIGURATION);
        assertThat(test.share(0, 100)).isZero();
    }

    private SetBy setBy(int node) {
        return test.reason(node).setBy(test.node(node).settings());
    }

    /** The line, and an open one beside it. */
    private void start(BalancingMethod method, Lines line) {
        test.generation(Lines.upstream("u", method, line, line("10.0.0.2:1")));
    }
}
