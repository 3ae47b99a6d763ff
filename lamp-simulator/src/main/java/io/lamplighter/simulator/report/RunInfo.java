package io.lamplighter.simulator.report;

import java.util.Map;

/**
 * What a run was to do.
 *
 * @param scenario its name
 * @param about its description
 * @param targets where lamps go, by protocol
 * @param lamps how many, in all processes
 * @param lampsByProtocol the same by protocol
 * @param processes how many share the lamps
 * @param threads event loops of each process
 * @param plannedPerSecond exchanges per second that are due when every lamp is up; 0 in a closed loop
 * @param warmupSeconds length of the warm-up
 * @param measuredSeconds length of the measured part
 * @param isClosedLoop whether lamps sent as soon as they had their answers
 */
public record RunInfo(
        String scenario,
        String about,
        Map<String, String> targets,
        int lamps,
        Map<String, Integer> lampsByProtocol,
        int processes,
        int threads,
        double plannedPerSecond,
        double warmupSeconds,
        double measuredSeconds,
        boolean isClosedLoop) {
    public RunInfo {
        targets = Map.copyOf(targets);
        lampsByProtocol = Map.copyOf(lampsByProtocol);
    }
}
