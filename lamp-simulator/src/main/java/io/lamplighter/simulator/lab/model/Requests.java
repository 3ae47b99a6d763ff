package io.lamplighter.simulator.lab.model;

import org.jspecify.annotations.Nullable;

/**
 * Lamps that connect, say one thing and go, whatever becomes of others (an open loop): at random moments, and optionally also many
 * at once again and again.
 *
 * @param rate per second on average, of those at random moments
 * @param burst how many come at once; 0 for none
 * @param burstPeriod from burst to burst, seconds
 * @param work of each
 * @param until no more come from then on, seconds
 */
public record Requests(double rate, int burst, double burstPeriod, Work work, double until) implements Traffic {
    /** At random moments only, a Poisson process. */
    public static Requests poisson(double rate, Work work, double until) {
        return new Requests(rate, 0, 0, work, until);
    }

    @Override
    public void start(World world) {
        Chance arrivals = world.chance("arrivals", 0);
        Chance works = world.chance("work", 0);
        next(world, arrivals, works);
        if (burst > 0) {
            nextBurst(world, world.chance("work", 1));
        }
    }

    private void next(World world, Chance arrivals, Chance works) {
        double at = world.time().now() + arrivals.exponential(1 / rate);
        if (at < until) {
            world.time().at(at, () -> {
                request(world, work.draw(works), work.bytes());
                next(world, arrivals, works);
            });
        }
    }

    private void nextBurst(World world, Chance works) {
        double at = world.time().now() + burstPeriod;
        if (at < until) {
            world.time().at(at, () -> {
                for (int i = 0; i < burst; i++) {
                    request(world, work.draw(works), work.bytes());
                }
                nextBurst(world, works);
            });
        }
    }

    /** A lamp that connects, says one thing and goes. */
    static void request(World world, double work, double bytes) {
        request(world, work, bytes, () -> {});
    }

    /** @param over called when it was answered, or failed */
    static void request(World world, double work, double bytes, Runnable over) {
        double begun = world.time().now();
        world.recorder().begin();
        @Nullable Session session = world.open();
        if (session == null) {
            world.recorder().failed(begun);
            over.run();
            return;
        }
        session.exchange(work, bytes, () -> {
            session.close();
            world.recorder().answered(begun);
            over.run();
        });
    }
}
