package io.lamplighter.simulator.lab.experiment;

import java.util.List;

/** Which experiments there are. */
public final class Experiments {
    private Experiments() {}

    public static List<Experiment> all() {
        return List.of(new Paper(), new TestBed(), new Own());
    }
}
