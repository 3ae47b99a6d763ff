package io.lamplighter.simulator.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What lamps do in one run.
 *
 * @param name how it is called
 * @param about one line for people
 * @param warmup length of the part before the measured one: what is due in it is kept out of the figures
 * @param duration length of the measured part
 * @param arrival how lamps come up, from the beginning of the warm-up
 * @param timeout longest wait for a connection, and for an answer from its intended send time
 * @param groups kinds of lamps; their shares add up to 1
 * @param events in order of time
 */
public record Scenario(
        String name,
        String about,
        Duration warmup,
        Duration duration,
        Arrival arrival,
        Duration timeout,
        List<LampGroup> groups,
        List<TimedEvent> events) {
    public Scenario {
        groups = List.copyOf(groups);
        events = List.copyOf(events);
    }

    /**
     * The scenario with every group that names no protocol split by protocols.
     *
     * @param shares of the protocols, adding up to 1
     */
    public Scenario speaking(Map<Protocol, Double> shares) {
        List<LampGroup> split = new ArrayList<>();
        for (LampGroup group : groups) {
            if (group.protocol().isPresent()) {
                split.add(group);
                continue;
            }
            boolean isOne = shares.size() == 1;
            shares.forEach((protocol, share) -> split.add(group.as(
                    isOne ? group.name() : group.name() + "-" + protocol.id(), group.share() * share, protocol)));
        }
        return withGroups(split);
    }

    /** The scenario with every group's interval scaled so that {@code lamps} lamps make so many reports per second. */
    public Scenario atRate(double reportsPerSecond, int lamps) {
        double factor = reportsPerSecond / (reportsPerLampSecond() * lamps);
        return withGroups(groups.stream()
                .map(group -> group.withInterval(divide(group.interval(), factor)))
                .toList());
    }

    /** Reports per second of a lamp, in the mean over all groups. */
    public double reportsPerLampSecond() {
        return groups.stream()
                .mapToDouble(group -> group.share() / (group.interval().toNanos() / 1e9))
                .sum();
    }

    private Scenario withGroups(List<LampGroup> newGroups) {
        return new Scenario(name, about, warmup, duration, arrival, timeout, newGroups, events);
    }

    static Duration divide(Duration time, double factor) {
        return Duration.ofNanos(Math.round(time.toNanos() / factor));
    }
}
