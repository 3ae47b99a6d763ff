package io.lamplighter.simulator.lab.model;

/**
 * Clients that connect, ask one thing, go when it is answered, think and come again (a closed loop): so many and no more are there
 * at any time.
 *
 * @param clients how many
 * @param ramp time within which they appear, one after the other, seconds
 * @param meanThink mean time from an answer to the next request, exponentially distributed, seconds
 * @param work of each request
 */
public record Clients(int clients, double ramp, double meanThink, Work work) implements Traffic {
    @Override
    public void start(World world) {
        for (int i = 0; i < clients; i++) {
            Chance chance = world.chance("client", i);
            world.time().at(ramp * i / clients, () -> {
                world.recorder().appeared();
                think(world, chance);
            });
        }
    }

    private void think(World world, Chance chance) {
        world.time()
                .after(
                        chance.exponential(meanThink),
                        () -> Requests.request(world, work.draw(chance), work.bytes(), () -> think(world, chance)));
    }
}
