package io.lamplighter.balancer.weigh;

import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.agent.report.LoadReport.Usage;
import io.lamplighter.balancer.config.BalancingMethod.Formula;
import io.lamplighter.balancer.config.BalancingMethod.ResidualRate;
import io.lamplighter.balancer.weigh.WeightPolicy.Base;
import io.lamplighter.balancer.weigh.WeightPolicy.Verdict;
import java.util.OptionalLong;

/**
 * How {@code dynamic_weight} makes a weight of a report, in two steps: what the agent measured becomes one rate of idleness,
 * and the rate makes a weight of the node's base. Between the two the rate may be averaged.
 *
 * <p>Rates are whole billionths, 0..{@link #ONE}, so that a rate of exactly the threshold is not above it by a rounding error.
 */
sealed interface RateFormula permits ResidualFormula, TanFormula {
    /** A node that does nothing at all. */
    long ONE = 1_000_000_000;

    static RateFormula of(Formula formula) {
        return formula instanceof ResidualRate residual ? new ResidualFormula(residual) : new TanFormula();
    }

    static long billionths(double rate) {
        return Math.round(rate * ONE);
    }

    /** The rate, in billionths; empty when nothing is known that counts. */
    OptionalLong rate(Hardware hardware, Usage usage);

    /** The weight of a node whose base is above 0. */
    Verdict verdict(Base base, long rate);
}
