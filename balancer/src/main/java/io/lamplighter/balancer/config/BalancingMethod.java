package io.lamplighter.balancer.config;

/** How an upstream chooses a server. */
public sealed interface BalancingMethod {
    /** Smooth weighted round robin; what an upstream without another method uses. */
    record RoundRobin() implements BalancingMethod {}

    /** Fewest sessions in flight relative to the weight. */
    record LeastConn() implements BalancingMethod {}

    /**
     * {@code hash key [consistent]}.
     *
     * @param key what is hashed
     * @param consistent ketama points instead of a remainder
     */
    record Hash(Template key, boolean consistent) implements BalancingMethod {}

    /**
     * {@code random [two [least_conn]]}.
     *
     * @param two draw two servers and take the one with fewer sessions in flight relative to its weight
     */
    record Random(boolean two) implements BalancingMethod {}

    /**
     * {@code dynamic_weight}: smooth weighted round robin with weights that follow the agents' reports. The residual load
     * rate of a server is {@code cpu · cpuIdle + bandwidth · bandwidthIdle}.
     *
     * @param cpu share of the CPU's idle rate, 0..1; {@code cpu + bandwidth = 1}
     * @param bandwidth share of the bandwidth's idle rate, 0..1
     * @param threshold residual load rate at or below which a server gets no new sessions, 0..1
     */
    record DynamicWeight(double cpu, double bandwidth, double threshold) implements BalancingMethod {}
}
