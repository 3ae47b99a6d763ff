package io.lamplighter.simulator.lamp;

import io.lamplighter.balancer.config.EventsConfig.EventMethod;
import io.lamplighter.simulator.scenario.LampGroup;
import io.lamplighter.simulator.scenario.Protocol;
import io.lamplighter.simulator.scenario.Scenario;
import io.lamplighter.simulator.scenario.SessionLife;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * What the lamps of one process do.
 *
 * @param scenario every group of it names its protocol
 * @param targets where lamps go
 * @param sources where they come from
 * @param lamps lamps in all processes, 1 or more
 * @param part which process this is, 0..parts-1
 * @param parts how many processes share the lamps, 1 or more
 * @param threads event loops of this process, 1 or more
 * @param lampsPerUdpSocket how many UDP lamps share a socket and so an address, 1 or more
 * @param isEcho whether the target gives back what it gets, instead of answering as a node
 * @param isClosedLoop whether a lamp sends as soon as it has its answer, instead of when it is time: finds the highest rate,
 *     and hides what a stall kept from being sent
 * @param seed of everything left to chance
 * @param use how sockets are waited for; empty for what costs these lamps least
 */
public record LampPlan(
        Scenario scenario,
        Targets targets,
        Sources sources,
        int lamps,
        int part,
        int parts,
        int threads,
        int lampsPerUdpSocket,
        boolean isEcho,
        boolean isClosedLoop,
        long seed,
        Optional<EventMethod> use) {
    /** @throws IllegalArgumentException when a value is outside its range; the message says which and what is expected */
    public LampPlan {
        require(lamps >= 1 && lamps <= 4_000_000, "lamps must be 1..4000000", lamps);
        require(parts >= 1 && parts <= lamps, "processes must be 1..lamps", parts);
        require(threads >= 1 && threads <= lamps, "threads must be 1..lamps", threads);
        require(lampsPerUdpSocket >= 1, "lamps per UDP socket must be at least 1", lampsPerUdpSocket);
        boolean haveLasting = scenario.groups().stream()
                .filter(group -> group.protocol().orElse(Protocol.TCP) == Protocol.UDP)
                .allMatch(LampPlan::isLasting);
        require(
                lampsPerUdpSocket == 1 || haveLasting,
                "UDP lamps that leave or rebind need a socket each, lamps per UDP socket must be 1",
                lampsPerUdpSocket);
    }

    private static boolean isLasting(LampGroup group) {
        return group.rebindEvery().isEmpty() && group.session().equals(SessionLife.KEPT);
    }

    private static void require(boolean holds, String expected, Object found) {
        if (!holds) {
            throw new IllegalArgumentException(expected + ", found " + found);
        }
    }

    /** First lamp of a group, and one more than the last: groups are stretches of ids. */
    int firstLamp(int group) {
        double before = scenario.groups().stream()
                .limit(group)
                .mapToDouble(each -> each.share())
                .sum();
        return (int) Math.round(before * lamps);
    }

    /** Lamps of all processes that speak a protocol. */
    public int lampsOf(Protocol protocol) {
        int sum = 0;
        for (int group = 0; group < scenario.groups().size(); group++) {
            if (scenario.groups().get(group).protocol().orElse(Protocol.TCP) == protocol) {
                sum += firstLamp(group + 1) - firstLamp(group);
            }
        }
        return sum;
    }

    /** The same for another process. */
    public LampPlan part(int newPart, int newParts) {
        return new LampPlan(
                scenario,
                targets,
                sources,
                lamps,
                newPart,
                newParts,
                threads,
                lampsPerUdpSocket,
                isEcho,
                isClosedLoop,
                seed,
                use);
    }

    /**
     * Where lamps go.
     *
     * @param tcp lamps that speak frames over TCP
     * @param udp lamps that send datagrams
     * @param mqtt lamps that speak MQTT
     */
    public record Targets(InetSocketAddress tcp, InetSocketAddress udp, InetSocketAddress mqtt) {
        /** One for all. */
        public static Targets all(InetSocketAddress target) {
            return new Targets(target, target, target);
        }

        public InetSocketAddress of(Protocol protocol) {
            return switch (protocol) {
                case TCP -> tcp;
                case UDP -> udp;
                case MQTT, MQTT5 -> mqtt;
            };
        }
    }
}
