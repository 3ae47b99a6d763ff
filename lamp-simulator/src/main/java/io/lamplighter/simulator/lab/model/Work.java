package io.lamplighter.simulator.lab.model;

/**
 * What an exchange asks of a node.
 *
 * @param mean seconds of a core of speed 1
 * @param sigma of the log-normal distribution; 0 for always the mean
 * @param bytes that travel
 */
public record Work(double mean, double sigma, double bytes) {
    double draw(Chance chance) {
        return chance.logNormal(mean, sigma);
    }
}
