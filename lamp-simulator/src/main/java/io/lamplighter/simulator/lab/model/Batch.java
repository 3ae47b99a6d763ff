package io.lamplighter.simulator.lab.model;

/**
 * Requests that all come at once.
 *
 * @param at when, seconds
 * @param works what each asks for, seconds of a core of speed 1
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Batch(double at, double[] works) implements Traffic {
    @Override
    public void start(World world) {
        world.time().at(at, () -> {
            for (double work : works) {
                Requests.request(world, work, 0);
            }
        });
    }
}
