package io.lamplighter.balancer.weigh;

import java.util.List;

/**
 * How many sessions a node is able to hold, learnt from its reports where sessions stay:
 *
 * <pre>
 * kappa = sessions in flight / u         u is how busy the node was, see {@link LearntCapacity}
 * </pre>
 *
 * <p>Where lamps hold their connections and talk at different rates, the number of sessions says little about a node's load, and what
 * can be moved is only the few sessions that come and go. So kappa is the average of the sessions over the average of u, both over
 * {@value #AVERAGE_SECONDS} s: long enough to tell talkative lamps from a talkative minute, short beside the hours that they stay.
 *
 * <p>Whether sessions stay shows in how much of their time they wait for answers. One that is there for a single request waits nearly all
 * of it. Then kappa is no capacity: a node with more to do has more in flight, and would get more for that.
 *
 * <p>Threads: the weigher's.
 */
final class HeldSessions {
    private static final double AVERAGE_SECONDS = 300;

    // Sums over time in which what was long ago counts for less and less.
    private double busySeconds;
    private double sessionSeconds;
    private double waitedSeconds;

    /**
     * Some time passed.
     *
     * @param seconds how long
     * @param use u in that time
     * @param sessions in flight
     * @param waited how long these waited for the answers that came, all together, seconds
     */
    void passed(double seconds, double use, int sessions, double waited) {
        double kept = Math.exp(-seconds / AVERAGE_SECONDS);
        busySeconds = kept * busySeconds + use * seconds;
        sessionSeconds = kept * sessionSeconds + sessions * seconds;
        waitedSeconds = kept * waitedSeconds + waited;
    }

    void forget() {
        busySeconds = 0;
        sessionSeconds = 0;
        waitedSeconds = 0;
    }

    /** Sessions; not-a-number or 0 before it is learnt. */
    double kappa() {
        return sessionSeconds / busySeconds;
    }

    /**
     * Whether the sessions of a group stay: {@code max(0, 1 - 2 w)} with w the share of their time in which they wait for an answer.
     *
     * @return 1 for sessions that hardly ever wait, 0 for those that do half of the time, or where nothing is known
     */
    static double share(List<HeldSessions> group) {
        double sessions =
                group.stream().mapToDouble(held -> held.sessionSeconds).sum();
        double waited = group.stream().mapToDouble(held -> held.waitedSeconds).sum();
        return sessions == 0 ? 0 : Math.max(0, 1 - 2 * waited / sessions);
    }
}
