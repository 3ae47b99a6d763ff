package io.lamplighter.simulator.run;

import io.lamplighter.simulator.lamp.LampPlan;
import io.lamplighter.simulator.real.RealLampPlan;
import java.util.List;
import java.util.Optional;

/**
 * What a run does.
 *
 * @param lamps all lamps
 * @param processes how many share them, 1 or more
 * @param arguments of this program, for the workers when there are several processes
 * @param realLamps lamps that are real MQTT clients, in this process
 */
public record RunPlan(LampPlan lamps, int processes, List<String> arguments, Optional<RealLampPlan> realLamps) {
    public RunPlan {
        arguments = List.copyOf(arguments);
    }

    /** A run in this process, without real lamps. */
    public static RunPlan of(LampPlan lamps) {
        return new RunPlan(lamps, 1, List.of(), Optional.empty());
    }
}
