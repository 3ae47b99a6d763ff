package io.lamplighter.simulator.lab.model;

import org.jspecify.annotations.Nullable;

/**
 * Lamps that connect, say one thing and go, whatever becomes of others (an open loop): at random moments, a Poisson process, and
 * optionally many at once again and again.
 *
 * @param rate per second on average, of those at random moments
 * @param work of each
 * @param until no more come from then on, seconds
 * @param most so many come at random moments at most
 * @param burst how many come at once; 0 for none
 * @param burstPeriod from burst to burst, seconds
 */
public record Requests(double rate, Work work, double until, int most, int burst, double burstPeriod)
        implements Traffic {
    /** At random moments, for some time. */
    public static Requests during(double rate, Work work, double until) {
        return new Requests(rate, work, until, Integer.MAX_VALUE, 0, 0);
    }

    /** So many at random moments. */
    public static Requests count(double rate, Work work, int most) {
        return new Requests(rate, work, Double.POSITIVE_INFINITY, most, 0, 0);
    }

    public Requests withBursts(int newBurst, double newPeriod) {
        return new Requests(rate, work, until, most, newBurst, newPeriod);
    }

    @Override
    public void start(World world) {
        next(world, world.chance("arrivals", 0), world.chance("work", 0), 0);
        if (burst > 0) {
            nextBurst(world, world.chance("work", 1));
        }
    }

    private void next(World world, Chance arrivals, Chance works, int before) {
        double at = world.time().now() + arrivals.exponential(1 / rate);
        if (at < until && before < most) {
            world.time().at(at, () -> {
                request(world, work.draw(works), work.bytes());
                next(world, arrivals, works, before + 1);
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
            world.answered(session, begun);
            over.run();
        });
    }
}
