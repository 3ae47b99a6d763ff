package io.lamplighter.simulator.lab.output;

/**
 * Numbers that belong together.
 *
 * @param name in the legend
 * @param x where they are
 * @param y the numbers; not-a-number for a gap
 * @param error half of the interval of each; empty for none
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Series(String name, double[] x, double[] y, double[] error) {}
