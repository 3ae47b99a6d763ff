package io.lamplighter.simulator.scenario;

import java.util.List;

/** A scenario that cannot be understood. The message has every fault on a line of its own, with file and line. */
public final class ScenarioException extends Exception {
    private static final long serialVersionUID = 1;

    ScenarioException(List<String> faults) {
        super(String.join(System.lineSeparator(), faults));
    }
}
