package io.lamplighter.balancer.weigh;

import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.agent.report.LoadReport.Usage;
import io.lamplighter.balancer.weigh.WeightPolicy.Base;
import io.lamplighter.balancer.weigh.WeightPolicy.Verdict;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * {@code variant=tan}, the method that Yang et al. 2024 compare theirs with, reconstructed:
 *
 * <pre>
 * L = 0.4 · cpu + 0.3 · memory + 0.2 · network + 0.1 · disk        used shares
 * W = round(100 · gamma · (1 - L)), at least 1
 * </pre>
 *
 * <p>What is not known is left out, and the shares of the rest grow to 1. The rate is 1 - L. There is no threshold: an
 * overloaded node keeps a weight of 1.
 */
record TanFormula() implements RateFormula {
    private static final double CPU_SHARE = 0.4;
    private static final double MEMORY_SHARE = 0.3;
    private static final double NETWORK_SHARE = 0.2;
    private static final double DISK_SHARE = 0.1;

    @Override
    public OptionalLong rate(Hardware hardware, Usage usage) {
        Sum idle = new Sum();
        idle.add(CPU_SHARE, usage.cpuIdle());
        idle.add(MEMORY_SHARE, idle(usage.memoryUsedBytes(), hardware.memoryBytes()));
        idle.add(NETWORK_SHARE, usage.bandwidthIdle());
        idle.add(DISK_SHARE, idle(usage.diskUsedBytes(), hardware.diskBytes()));
        return idle.rate();
    }

    /** Unknown also where there is nothing to use: a node without a disk is not a node with a full one. */
    private static OptionalDouble idle(OptionalLong usedBytes, OptionalLong allBytes) {
        if (usedBytes.isEmpty() || allBytes.orElse(0) == 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(Math.max(0, 1 - (double) usedBytes.getAsLong() / allBytes.getAsLong()));
    }

    @Override
    public Verdict verdict(Base base, long rate) {
        double billionths = Math.rint(base.exact() * rate);
        return new Verdict((int) Math.max(1, Math.round(billionths / ONE)), WeightReason.AGENT);
    }

    /** Idle shares in proportion to what they count. */
    private static final class Sum {
        private double shares;
        private double sum;

        void add(double share, OptionalDouble idle) {
            if (idle.isPresent()) {
                shares += share;
                sum += share * idle.getAsDouble();
            }
        }

        OptionalLong rate() {
            return shares == 0
                    ? OptionalLong.empty()
                    : OptionalLong.of(Math.min(ONE, RateFormula.billionths(sum / shares)));
        }
    }
}
