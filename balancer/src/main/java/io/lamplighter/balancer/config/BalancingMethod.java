package io.lamplighter.balancer.config;

import io.lamplighter.balancer.variable.Template;
import java.util.Optional;
import java.util.OptionalDouble;

/** How an upstream chooses a server. */
public sealed interface BalancingMethod {
    /** Smooth weighted round robin; what an upstream without another method uses. */
    record RoundRobin() implements BalancingMethod {}

    /** Fewest sessions in flight relative to the weight. */
    record LeastConn() implements BalancingMethod {}

    /**
     * {@code least_time metric [inflight]}: least expected time, which is the average of a server's times and its sessions in
     * flight, relative to the weight.
     *
     * @param metric which time counts
     * @param inflight whether sessions that are still waiting count too
     */
    record LeastTime(TimeMetric metric, boolean inflight) implements BalancingMethod {}

    /** A time of a session, measured from the moment its server was chosen. */
    enum TimeMetric {
        /** Until the connection was made. */
        CONNECT,
        /** Until the server's first byte. */
        FIRST_BYTE,
        /** Until the session ended. */
        LAST_BYTE
    }

    /**
     * {@code hash key [consistent [balance=factor]]}.
     *
     * @param key what is hashed
     * @param consistent ketama points instead of a remainder
     * @param balance most sessions of a server relative to its fair share, above 1, with at most 3 decimals; empty for no
     *     bound
     */
    record Hash(Template key, boolean consistent, OptionalDouble balance) implements BalancingMethod {}

    /** {@code random}: one server by chance and weight. */
    record Random() implements BalancingMethod {}

    /**
     * {@code random two [least_conn | least_time=metric]}: draws two servers and takes the better one.
     *
     * @param leastTime the time that decides; empty where the sessions in flight do
     */
    record RandomTwo(Optional<TimeMetric> leastTime) implements BalancingMethod {}

    /**
     * {@code dynamic_weight}: smooth weighted round robin with weights that follow the agents' reports.
     *
     * @param formula how a report becomes a weight
     * @param smoothing share of the newest report in the moving average of what the formula uses, above 0, at most 1; 1 for
     *     no average
     */
    record DynamicWeight(Formula formula, double smoothing) implements BalancingMethod {}

    /** How a report becomes a weight. */
    sealed interface Formula {}

    /**
     * The residual load rate R times the base weight, or nothing where R is at or below the threshold.
     *
     * @param cpu share of the CPU's idle rate in R, 0..1; {@code cpu + bandwidth = 1}
     * @param bandwidth share of the bandwidth's idle rate in R, 0..1
     * @param residual what R is made of
     * @param threshold residual load rate at or below which a server gets no new sessions, 0..1
     * @param trickle share of the base weight that such a server keeps nevertheless, 0..1
     */
    record ResidualRate(double cpu, double bandwidth, Residual residual, double threshold, double trickle)
            implements Formula {}

    /** What a residual load rate is made of. */
    enum Residual {
        /** {@code cpu · cpuIdle + bandwidth · bandwidthIdle}. */
        SUM,
        /** The smaller of the two idle rates. */
        MIN
    }

    /** {@code variant=tan}: what CPU, memory, network and disk leave of the base weight, in fixed shares. */
    record Tan() implements Formula {}

    /**
     * {@code arima [pick=rotate|first|lowest]}: an idle server, else one whose forecast response time is below the threshold, which
     * is the forecast of the whole group.
     *
     * @param pick which of several servers is taken
     */
    record Arima(PickOrder pick) implements BalancingMethod {}

    /** Which of several servers that are all good enough is taken. */
    enum PickOrder {
        /** The first after the one that was taken last. */
        ROTATE,
        /** The first in file order. */
        FIRST,
        /** The one with the least forecast. */
        LOWEST
    }

    /** {@code response_time}: as {@code arima}, with the line through a server's last two response times for a forecast. */
    record ResponseTime() implements BalancingMethod {}

    /**
     * {@code adaptive [threshold=rate] [balancers=number]}: fewest sessions in flight relative to a capacity that is learnt from the
     * agents' reports.
     *
     * @param threshold residual load rate at or below which a server gets no new sessions while another is above it, 0..1
     * @param balancers how many balancers share the servers, at least 1; if more than one, forecasts correct the capacities
     */
    record Adaptive(double threshold, int balancers) implements BalancingMethod {}
}
