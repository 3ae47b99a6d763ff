package io.lamplighter.simulator.lab.model;

/** What an exchange asks of a node. */
public sealed interface Work {
    /** Seconds of a core of speed 1. */
    double draw(Chance chance);

    /** Mean of what is drawn. */
    double mean();

    /** Bytes that travel. */
    double bytes();

    /**
     * Many small ones and a few large ones, as measured services have.
     *
     * @param mean seconds of a core of speed 1
     * @param sigma of the log-normal distribution; 0 for always the mean
     * @param bytes that travel
     */
    record LogNormal(double mean, double sigma, double bytes) implements Work {
        @Override
        public double draw(Chance chance) {
            return chance.logNormal(mean, sigma);
        }
    }

    /**
     * Any between two bounds, and nothing on the link.
     *
     * @param least seconds of a core of speed 1
     * @param most seconds of a core of speed 1
     */
    record Uniform(double least, double most) implements Work {
        @Override
        public double draw(Chance chance) {
            return chance.between(least, most);
        }

        @Override
        public double mean() {
            return (least + most) / 2;
        }

        @Override
        public double bytes() {
            return 0;
        }
    }
}
