package io.lamplighter.simulator.lab.model;

/** What lamps do. One object serves any number of runs, so it holds no state of any. */
@FunctionalInterface
public interface Traffic {
    /** Plans the beginning; the rest follows by itself. */
    void start(World world);
}
