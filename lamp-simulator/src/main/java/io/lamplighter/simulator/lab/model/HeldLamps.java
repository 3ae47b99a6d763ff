package io.lamplighter.simulator.lab.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Lamps that connect, stay for hours, and talk each at a rate of its own: it waits, says something, is answered, waits again. A
 * lamp whose connection ends comes back at once; one that finds no place tries again after a while.
 *
 * @param lamps how many
 * @param ramp time within which they connect, one after the other, seconds
 * @param meanGap mean time between the exchanges of a lamp whose rate is the average one, seconds
 * @param sigma of the log-normal distribution of the lamps' rates, which are made to sum up to the same in each run; 0 for equal
 *     rates
 * @param meanLife mean life of a connection, exponentially distributed, seconds
 * @param work of each exchange
 */
public record HeldLamps(int lamps, double ramp, double meanGap, double sigma, double meanLife, Work work)
        implements Traffic {
    private static final double PAUSE = 1;

    @Override
    public void start(World world) {
        double[] rates = new double[lamps];
        Chance chance = world.chance("rate", 0);
        Arrays.setAll(rates, i -> chance.logNormal(1, sigma));
        double mean = Arrays.stream(rates).average().orElse(1);
        for (int i = 0; i < lamps; i++) {
            Lamp lamp = new Lamp(world, i, meanGap * mean / rates[i]);
            world.time().at(ramp * i / lamps, lamp::appear);
        }
    }

    private final class Lamp {
        private final World world;
        private final Chance talk;
        private final Chance life;
        private final double gap;

        Lamp(World world, int index, double gap) {
            this.world = world;
            this.talk = world.chance("talk", index);
            this.life = world.chance("life", index);
            this.gap = gap;
        }

        void appear() {
            world.recorder().appeared();
            connect();
        }

        private void connect() {
            double now = world.time().now();
            @Nullable Session session = world.open();
            if (session == null) {
                world.recorder().begin();
                world.recorder().failed(now);
                world.time().after(PAUSE, this::connect);
            } else {
                waitToTalk(session, now + life.exponential(meanLife));
            }
        }

        private void waitToTalk(Session session, double end) {
            double next = world.time().now() + talk.exponential(gap);
            if (next < end) {
                world.time().at(next, () -> talk(session, end));
            } else {
                world.time().at(Math.max(end, world.time().now()), () -> leave(session));
            }
        }

        private void talk(Session session, double end) {
            double begun = world.time().now();
            world.recorder().begin();
            session.exchange(work.draw(talk), work.bytes(), () -> {
                world.answered(session, begun);
                waitToTalk(session, end);
            });
        }

        private void leave(Session session) {
            session.close();
            connect();
        }
    }
}
