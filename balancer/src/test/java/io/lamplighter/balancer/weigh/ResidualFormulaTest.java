package io.lamplighter.balancer.weigh;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.agent.report.LoadReport.Usage;
import io.lamplighter.balancer.config.BalancingMethod.Residual;
import io.lamplighter.balancer.config.BalancingMethod.ResidualRate;
import io.lamplighter.balancer.weigh.WeightPolicy.Base;
import io.lamplighter.balancer.weigh.WeightPolicy.Verdict;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** {@code residual=min} and {@code trickle=}; the sum and the threshold are in {@link WeightPolicyTest}. */
class ResidualFormulaTest {
    private static final OptionalDouble UNKNOWN = OptionalDouble.empty();

    @Test
    void theSmallerIdleRateIsTheResidualRate() {
        ResidualFormula min = min(0.5, 0.10);

        assertThat(rate(min, OptionalDouble.of(0.62), OptionalDouble.of(0.70))).hasValue(620_000_000);
        assertThat(rate(min, OptionalDouble.of(0.52), OptionalDouble.of(0.30))).hasValue(300_000_000);
        assertThat(rate(min, OptionalDouble.of(0), OptionalDouble.of(1))).hasValue(0);
    }

    @Test
    void theTestBedsLoadByTheSmallerRate() {
        ResidualFormula min = min(0.5, 0.10);

        assertThat(min.verdict(new Base(44), 620_000_000)).isEqualTo(new Verdict(27, WeightReason.AGENT));
        assertThat(min.verdict(new Base(31), 300_000_000)).isEqualTo(new Verdict(9, WeightReason.AGENT));
        assertThat(min.verdict(new Base(25), 60_000_000)).isEqualTo(new Verdict(0, WeightReason.OVERLOADED));
    }

    @Test
    void anUnknownRateIsLeftOutOfTheSmaller() {
        ResidualFormula min = min(0.5, 0.10);

        assertThat(rate(min, UNKNOWN, OptionalDouble.of(0.7))).hasValue(700_000_000);
        assertThat(rate(min, OptionalDouble.of(0.2), UNKNOWN)).hasValue(200_000_000);
        assertThat(rate(min, UNKNOWN, UNKNOWN)).isEmpty();
    }

    @Test
    void aRateWithoutAShareIsLeftOutOfTheSmallerToo() {
        assertThat(rate(min(1, 0.10), OptionalDouble.of(0.9), OptionalDouble.of(0.1)))
                .hasValue(900_000_000);
        assertThat(rate(min(1, 0.10), UNKNOWN, OptionalDouble.of(0.1))).isEmpty();
    }

    @Test
    void aTrickleIsWhatAnOverloadedNodeKeeps() {
        ResidualFormula trickling = new ResidualFormula(new ResidualRate(0.5, 0.5, Residual.SUM, 0.10, 0.05));

        assertThat(trickling.verdict(new Base(44), 100_000_000))
                .isEqualTo(new Verdict(2, WeightReason.OVERLOADED_TRICKLE));
        assertThat(trickling.verdict(new Base(50), 0)).isEqualTo(new Verdict(3, WeightReason.OVERLOADED_TRICKLE));
        assertThat(trickling.verdict(new Base(5), 0)).isEqualTo(new Verdict(1, WeightReason.OVERLOADED_TRICKLE));
        assertThat(trickling.verdict(new Base(44), 100_000_001)).isEqualTo(new Verdict(4, WeightReason.AGENT));
    }

    private static ResidualFormula min(double cpu, double threshold) {
        return new ResidualFormula(new ResidualRate(cpu, 1 - cpu, Residual.MIN, threshold, 0));
    }

    private static OptionalLong rate(ResidualFormula formula, OptionalDouble cpuIdle, OptionalDouble bandwidthIdle) {
        return formula.rate(
                Hardware.UNKNOWN, new Usage(cpuIdle, bandwidthIdle, OptionalLong.empty(), OptionalLong.empty()));
    }
}
