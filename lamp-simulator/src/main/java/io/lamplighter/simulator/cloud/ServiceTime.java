package io.lamplighter.simulator.cloud;

import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** Where the service times of an emulated node come from: suppliers of nanoseconds, for one thread. */
final class ServiceTime {
    /** Shape of the lognormal distribution: its coefficient of variation is sqrt(e^0.25 - 1), about 0.53. */
    static final double SIGMA = 0.5;

    /** Shape of the Pareto distribution: its mean and variance are finite, and one request in a thousand takes 9.5 means. */
    static final double ALPHA = 2.5;

    private ServiceTime() {}

    /** The distributions by the names of the command line. */
    enum Distribution {
        /** Always the mean. */
        FIXED,
        /** Lognormal with sigma {@value ServiceTime#SIGMA}: mostly near the mean, seldom several times it. */
        LOGNORMAL,
        /** Exponential: coefficient of variation 1, as in the M/M/c queue. */
        EXPONENTIAL,
        /** Pareto with alpha {@value ServiceTime#ALPHA}: most are short, a few very long. */
        PARETO
    }

    static LongSupplier of(Distribution distribution, long meanNs, RandomGenerator random) {
        return switch (distribution) {
            case FIXED -> () -> meanNs;
            case LOGNORMAL -> lognormal(meanNs, random);
            case EXPONENTIAL -> () -> Math.round(-Math.log(1 - random.nextDouble()) * meanNs);
            case PARETO -> pareto(meanNs, random);
        };
    }

    /** The mean of a lognormal variable is exp(mu + sigma²/2), so mu is chosen to make it {@code meanNs}. */
    private static LongSupplier lognormal(long meanNs, RandomGenerator random) {
        double mu = Math.log((double) meanNs) - SIGMA * SIGMA / 2;
        return () -> Math.round(Math.exp(mu + SIGMA * random.nextGaussian()));
    }

    /** The mean of a Pareto variable is alpha / (alpha - 1) times its least value. */
    private static LongSupplier pareto(long meanNs, RandomGenerator random) {
        double leastNs = meanNs * (ALPHA - 1) / ALPHA;
        return () -> Math.round(leastNs / Math.pow(1 - random.nextDouble(), 1 / ALPHA));
    }
}
