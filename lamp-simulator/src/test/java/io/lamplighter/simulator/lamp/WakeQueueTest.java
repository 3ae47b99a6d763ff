package io.lamplighter.simulator.lamp;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.simulator.frame.LampTransport;
import io.lamplighter.simulator.lamp.LampPlan.Targets;
import io.lamplighter.simulator.scenario.Scenario;
import io.lamplighter.simulator.scenario.ScenarioException;
import io.lamplighter.simulator.scenario.Scenarios;
import io.netty.channel.DefaultEventLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class WakeQueueTest {
    private final WakeQueue queue = new WakeQueue();

    @Test
    void anEmptyQueueWakesNobodyEver() {
        assertThat(queue.firstNs()).isEqualTo(WakeQueue.NEVER);
    }

    /** Against a model that looks at all lamps. */
    @Property(tries = 50)
    void theFirstIsTheEarliestWhateverMoves(@ForAll long seed) throws IOException, ScenarioException {
        SplittableRandom random = new SplittableRandom(seed);
        WakeQueue moved = new WakeQueue();
        List<Lamp> lamps = lamps(100);
        for (Lamp lamp : lamps) {
            moved.set(lamp, random.nextLong(1000));
        }
        for (int step = 0; step < 500; step++) {
            Lamp lamp = random.nextBoolean() ? moved.first() : lamps.get(random.nextInt(lamps.size()));
            moved.set(lamp, random.nextInt(10) == 0 ? WakeQueue.NEVER : random.nextLong(1000));

            long earliest = lamps.stream().mapToLong(each -> each.wakeNs).min().orElseThrow();
            assertThat(moved.firstNs()).isEqualTo(earliest);
            assertThat(moved.first().wakeNs).isEqualTo(earliest);
        }
    }

    private static List<Lamp> lamps(int count) throws IOException, ScenarioException {
        InetSocketAddress nowhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        Scenario scenario = Scenarios.read("steady", List.of());
        LampPlan plan = new LampPlan(
                scenario,
                Targets.all(nowhere),
                new Sources.BySystem(),
                count,
                0,
                1,
                1,
                1,
                false,
                false,
                1,
                Optional.empty());
        LampLoop loop = new LampLoop(plan, 0, 1, 0, new DefaultEventLoop(), LampTransport.best());
        List<Lamp> lamps = new ArrayList<>();
        for (int id = 0; id < count; id++) {
            lamps.add(java.util.Objects.requireNonNull(loop.lamp(id)));
        }
        return lamps;
    }
}
