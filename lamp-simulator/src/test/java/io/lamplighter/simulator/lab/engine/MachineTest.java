package io.lamplighter.simulator.lab.engine;

import static io.lamplighter.simulator.lab.engine.Machine.Discipline.FIFO;
import static io.lamplighter.simulator.lab.engine.Machine.Discipline.PROCESSOR_SHARING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lamplighter.simulator.lab.engine.Machine.Discipline;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MachineTest {
    private static final double EXACT = 1e-12;

    private final VirtualTime time = new VirtualTime();
    private final Map<String, Double> ends = new TreeMap<>();

    @Test
    void oneCoreServesFirstComeFirstServed() {
        Machine machine = new Machine(time, FIFO, 1, 1);
        admit(machine, 0, "a", 3);
        admit(machine, 1, "b", 1);
        admit(machine, 1.5, "c", 1);
        time.runUntil(100);
        assertThat(ends).isEqualTo(Map.of("a", 3.0, "b", 4.0, "c", 5.0));
        assertThat(machine.busy()).isEqualTo(5, within(EXACT));
    }

    @Test
    void twoCoresServeTwoAtATime() {
        Machine machine = new Machine(time, FIFO, 2, 1);
        admit(machine, 0, "a", 3);
        admit(machine, 0, "b", 1);
        admit(machine, 0, "c", 1);
        admit(machine, 0, "d", 2);
        time.runUntil(100);
        assertThat(ends).isEqualTo(Map.of("a", 3.0, "b", 1.0, "c", 2.0, "d", 4.0));
        assertThat(machine.busy()).isEqualTo(7, within(EXACT));
    }

    @Test
    void sharingGivesEachAnEqualPart() {
        Machine machine = new Machine(time, PROCESSOR_SHARING, 1, 1);
        admit(machine, 0, "a", 3); // alone until 1, half until b ends at 3, then alone
        admit(machine, 1, "b", 1);
        time.runUntil(100);
        assertThat(ends).isEqualTo(Map.of("a", 4.0, "b", 3.0));
        assertThat(machine.busy()).isEqualTo(4, within(EXACT));
    }

    @Test
    void nobodyUsesMoreThanOneOfTheCoresHeShares() {
        Machine machine = new Machine(time, PROCESSOR_SHARING, 2, 1);
        admit(machine, 0, "alone", 2);
        admit(machine, 5, "a", 2); // three on two cores go at 2/3
        admit(machine, 5, "b", 2);
        admit(machine, 5, "c", 2);
        time.runUntil(100);
        assertThat(ends.get("alone")).isEqualTo(2, within(EXACT));
        assertThat(ends.get("a")).isEqualTo(8, within(EXACT));
        assertThat(ends.get("c")).isEqualTo(8, within(EXACT));
        assertThat(machine.busy()).isEqualTo(8, within(EXACT));
    }

    @Test
    void aChangeOfSpeedLetsJobsGoOnWhereTheyAre() {
        for (Discipline discipline : Discipline.values()) {
            VirtualTime ownTime = new VirtualTime();
            Machine machine = new Machine(ownTime, discipline, 1, 2);
            double[] end = new double[1];
            ownTime.at(0, () -> machine.admit(10, () -> end[0] = ownTime.now()));
            ownTime.at(2, () -> machine.speed(1)); // 4 done
            ownTime.at(4, () -> machine.speed(0)); // 6 done
            ownTime.at(5, () -> machine.speed(4));
            ownTime.runUntil(100);
            assertThat(end[0]).as(discipline.name()).isEqualTo(6, within(EXACT));
        }
    }

    @Test
    void jobsWithoutWorkEndAtOnceWhereTheyAreServedAtOnce() {
        Machine machine = new Machine(time, PROCESSOR_SHARING, 1, 1);
        admit(machine, 1, "a", 0);
        time.runUntil(2);
        assertThat(ends).isEqualTo(Map.of("a", 1.0));
        assertThat(machine.jobs()).isZero();
    }

    @Property
    void everyJobEndsOnceAndNoWorkIsLostOrMade(
            @ForAll Discipline discipline, @ForAll @IntRange(min = 1, max = 5) int cores, @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        VirtualTime ownTime = new VirtualTime();
        double speed = 0.5 + random.nextDouble();
        Machine machine = new Machine(ownTime, discipline, cores, speed);
        int jobs = 200;
        int[] endings = new int[jobs];
        double[] workDone = new double[1];
        for (int i = 0; i < jobs; i++) {
            int job = i;
            double work = random.nextDouble() * (random.nextInt(10) == 0 ? 100 : 1);
            ownTime.at(
                    random.nextDouble() * 50,
                    () -> machine.admit(work, () -> {
                        endings[job]++;
                        workDone[0] += work;
                    }));
        }
        ownTime.runUntil(1e6);
        assertThat(endings).containsOnly(1);
        assertThat(machine.jobs()).isZero();
        assertThat(machine.busy() * speed).isEqualTo(workDone[0], within(1e-9 * workDone[0]));
    }

    private void admit(Machine machine, double at, String name, double work) {
        time.at(at, () -> machine.admit(work, () -> ends.put(name, time.now())));
    }
}
