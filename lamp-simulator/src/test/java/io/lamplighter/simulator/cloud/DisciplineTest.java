package io.lamplighter.simulator.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lamplighter.simulator.cloud.Discipline.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class DisciplineTest {
    @Test
    void firstComeFirstServedKeepsACoreUntilTheJobIsDone() {
        Discipline<String> fifo = Discipline.of(Kind.FIFO, 2);
        fifo.admit(0, 10, "a");
        fifo.admit(0, 4, "b");
        fifo.admit(1, 5, "c"); // waits for b's core: 4..9
        fifo.admit(1, 2, "d"); // then the first free is that of c: 9..11

        assertThat(run(fifo))
                .containsExactly(Map.entry("b", 4.0), Map.entry("c", 9.0), Map.entry("a", 10.0), Map.entry("d", 11.0));
    }

    @Test
    void processorSharingGivesEveryJobAnEqualPart() {
        Discipline<String> shared = Discipline.of(Kind.PS, 1);
        shared.admit(0, 4, "long");
        shared.admit(2, 1, "short"); // both at half speed: short ends at 4, long has 1 left then and ends at 5

        assertThat(run(shared)).containsExactly(Map.entry("short", 4.0), Map.entry("long", 5.0));
    }

    @Test
    void aJobGetsAtMostOneCore() {
        Discipline<String> shared = Discipline.of(Kind.PS, 4);
        shared.admit(0, 10, "alone");

        assertThat(run(shared)).containsExactly(Map.entry("alone", 10.0));
    }

    @Test
    void whatIsForgottenKeepsNobodyWaiting() {
        for (Kind kind : Kind.values()) {
            Discipline<String> discipline = Discipline.of(kind, 1);
            discipline.admit(0, 100, "lost");
            discipline.clear(10);
            discipline.admit(10, 5, "next");

            assertThat(run(discipline)).containsExactly(Map.entry("next", 15.0));
        }
    }

    /** Against a simulation in small steps. */
    @Property(tries = 100)
    void processorSharingIsTheLimitOfEverShorterTurns(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int cores = 1 + random.nextInt(3);
        Discipline<Integer> shared = Discipline.of(Kind.PS, cores);
        List<double[]> inTurns = new ArrayList<>(); // {left, end}
        double stepNs = 0.01;
        double nowNs = 0;
        Map<Integer, Double> ends = new LinkedHashMap<>();
        for (int job = 0; job < 8; job++) {
            double serviceNs = 1 + random.nextInt(20);
            finish(shared, nowNs, ends);
            shared.admit(nowNs, serviceNs, job);
            inTurns.add(new double[] {serviceNs, -1});
            double untilNs = nowNs + random.nextInt(10);
            nowNs = turns(inTurns, cores, nowNs, untilNs, stepNs);
        }
        turns(inTurns, cores, nowNs, nowNs + 500, stepNs);
        finish(shared, nowNs + 500, ends);

        for (int job = 0; job < 8; job++) {
            assertThat(ends.get(job)).isCloseTo(inTurns.get(job)[1], within(0.3));
        }
    }

    private static void finish(Discipline<Integer> discipline, double untilNs, Map<Integer, Double> ends) {
        while (discipline.nextEndNs() <= untilNs) {
            double endNs = discipline.nextEndNs();
            ends.put(java.util.Objects.requireNonNull(discipline.finish(untilNs)), endNs);
        }
    }

    private static double turns(List<double[]> jobs, int cores, double fromNs, double toNs, double stepNs) {
        double nowNs = fromNs;
        while (nowNs < toNs - 1e-9) {
            long inside = jobs.stream().filter(job -> job[0] > 0).count();
            nowNs += stepNs;
            for (double[] job : jobs) {
                if (job[0] > 0) {
                    job[0] -= stepNs * Math.min(1, (double) cores / inside);
                    job[1] = job[0] <= 0 ? nowNs : -1;
                }
            }
        }
        return nowNs;
    }

    private static Map<String, Double> run(Discipline<String> discipline) {
        Map<String, Double> ends = new LinkedHashMap<>();
        while (discipline.inside() > 0) {
            double endNs = discipline.nextEndNs();
            String job = discipline.finish(endNs);
            assertThat(job).isNotNull();
            ends.put(String.valueOf(job), endNs);
        }
        assertThat(discipline.nextEndNs()).isInfinite();
        return ends;
    }
}
