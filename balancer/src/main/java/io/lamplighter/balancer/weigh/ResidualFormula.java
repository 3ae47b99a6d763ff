package io.lamplighter.balancer.weigh;

import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.agent.report.LoadReport.Usage;
import io.lamplighter.balancer.config.BalancingMethod.Residual;
import io.lamplighter.balancer.config.BalancingMethod.ResidualRate;
import io.lamplighter.balancer.weigh.WeightPolicy.Base;
import io.lamplighter.balancer.weigh.WeightPolicy.Verdict;
import java.util.OptionalLong;

/**
 * The residual load rate R:
 *
 * <pre>
 * R = cpu · cpuIdle + bandwidth · bandwidthIdle        residual=sum
 * R = the smaller of cpuIdle and bandwidthIdle         residual=min
 * W = round(W(0) · R), at least 1, where R is above the threshold
 * W = round(W(0) · trickle), at least 1, where it is not; without a trickle 0
 * </pre>
 *
 * <p>An idle rate that is unknown, or whose share is 0, is left out; of a sum the other one then counts wholly.
 */
record ResidualFormula(ResidualRate parameters) implements RateFormula {
    @Override
    public OptionalLong rate(Hardware hardware, Usage usage) {
        double cpuShare = usage.cpuIdle().isPresent() ? parameters.cpu() : 0;
        double bandwidthShare = usage.bandwidthIdle().isPresent() ? parameters.bandwidth() : 0;
        double shares = cpuShare + bandwidthShare;
        if (shares <= 0) {
            return OptionalLong.empty();
        }
        double idle = parameters.residual() == Residual.MIN
                ? Math.min(
                        cpuShare > 0 ? usage.cpuIdle().orElse(1) : 1,
                        bandwidthShare > 0 ? usage.bandwidthIdle().orElse(1) : 1)
                : (cpuShare * usage.cpuIdle().orElse(0)
                                + bandwidthShare * usage.bandwidthIdle().orElse(0))
                        / shares;
        return OptionalLong.of(Math.min(ONE, RateFormula.billionths(idle)));
    }

    @Override
    public Verdict verdict(Base base, long rate) {
        if (rate > RateFormula.billionths(parameters.threshold())) {
            return new Verdict(part(base, rate), WeightReason.AGENT);
        }
        return parameters.trickle() > 0
                ? new Verdict(part(base, RateFormula.billionths(parameters.trickle())), WeightReason.OVERLOADED_TRICKLE)
                : new Verdict(0, WeightReason.OVERLOADED);
    }

    private static int part(Base base, long rate) {
        return (int) Math.max(1, (base.weight() * rate + ONE / 2) / ONE);
    }
}
