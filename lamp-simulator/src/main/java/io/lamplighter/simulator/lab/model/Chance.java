package io.lamplighter.simulator.lab.model;

import java.util.SplittableRandom;

/**
 * A source of chance. A run has one for each purpose, all from the run's seed, so that two methods meet the same traffic whatever
 * else is drawn: differences between them are then paired. {@link StrictMath}, so that every machine draws the same.
 */
public final class Chance {
    private final SplittableRandom random;

    private Chance(SplittableRandom random) {
        this.random = random;
    }

    /**
     * The source for one purpose.
     *
     * @param seed of the run
     * @param purpose what it is for
     * @param index tells sources of the same purpose apart
     */
    public static Chance of(long seed, String purpose, int index) {
        // Three mixed numbers instead of one of them xor-ed: neighbouring seeds and indexes must not share streams.
        long mixed = new SplittableRandom(seed).nextLong() + purpose.hashCode();
        mixed = new SplittableRandom(mixed).nextLong() + index;
        return new Chance(new SplittableRandom(mixed));
    }

    /** Evenly distributed, 0 to {@code bound - 1}. */
    public long below(long bound) {
        return random.nextLong(bound);
    }

    /** Evenly distributed, from {@code low} up to below {@code high}. */
    public double between(double low, double high) {
        return low + (high - low) * random.nextDouble();
    }

    public boolean happens(double probability) {
        return probability > 0 && random.nextDouble() < probability;
    }

    /** Exponentially distributed. */
    public double exponential(double mean) {
        return -mean * StrictMath.log(1 - random.nextDouble());
    }

    /**
     * Log-normally distributed.
     *
     * @param mean of the result
     * @param sigma standard deviation of its logarithm; 0 for always the mean
     */
    public double logNormal(double mean, double sigma) {
        return sigma == 0 ? mean : mean * StrictMath.exp(sigma * gaussian() - sigma * sigma / 2);
    }

    /** Normally distributed with mean 0 and standard deviation 1, by the polar method of Marsaglia. */
    private double gaussian() {
        while (true) {
            double x = between(-1, 1);
            double square = x * x + StrictMath.pow(between(-1, 1), 2);
            if (square > 0 && square < 1) {
                return x * StrictMath.sqrt(-2 * StrictMath.log(square) / square);
            }
        }
    }
}
