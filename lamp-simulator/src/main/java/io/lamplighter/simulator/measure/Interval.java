package io.lamplighter.simulator.measure;

/**
 * What happened in about a second.
 *
 * @param fromSeconds since the beginning of the run, warm-up included
 * @param toSeconds the same
 * @param measurements of all lamps
 * @param strain of the simulator
 */
public record Interval(double fromSeconds, double toSeconds, Measurements measurements, Strain strain) {}
