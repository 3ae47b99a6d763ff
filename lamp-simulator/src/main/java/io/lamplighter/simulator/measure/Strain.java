package io.lamplighter.simulator.measure;

/**
 * How hard the simulator itself worked in some stretch of time.
 *
 * @param busiestLoop CPU time of the busiest event loop as a share of one core, 0..1
 * @param cpuNs CPU time of the processes, nanoseconds
 * @param gcMs time spent in garbage collections, milliseconds
 */
public record Strain(double busiestLoop, long cpuNs, long gcMs) {
    public static final Strain NONE = new Strain(0, 0, 0);

    /** Of processes side by side. */
    public Strain beside(Strain other) {
        return new Strain(Math.max(busiestLoop, other.busiestLoop), cpuNs + other.cpuNs, gcMs + other.gcMs);
    }
}
