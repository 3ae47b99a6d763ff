package io.lamplighter.simulator.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {
    private final VirtualTime time = new VirtualTime();
    private final List<String> history = new ArrayList<>();

    @Test
    void eventsHappenInTheOrderOfTheirTimesAndOfTheirPlanningAtTheSameTime() {
        time.at(2, () -> happens("c"));
        time.at(1, () -> happens("a"));
        time.at(1, () -> happens("b"));
        time.runUntil(3);
        assertThat(history).containsExactly("a 1.0", "b 1.0", "c 2.0");
        assertThat(time.now()).isEqualTo(3);
    }

    @Test
    void whatIsPlannedByAnEventHappensToo() {
        time.at(1, () -> time.after(0.5, () -> happens("later")));
        time.runUntil(1.5);
        assertThat(history).containsExactly("later 1.5");
    }

    @Test
    void nothingHappensBeyondTheEndUntilTheNextRun() {
        time.at(2, () -> happens("late"));
        time.runUntil(1.9);
        assertThat(history).isEmpty();
        time.runUntil(2);
        assertThat(history).hasSize(1);
    }

    @Test
    void aCancelledEventDoesNotHappen() {
        VirtualTime.Event event = time.at(1, () -> happens("never"));
        event.cancel();
        time.runUntil(2);
        assertThat(history).isEmpty();
    }

    @Test
    void thePastCannotBePlanned() {
        time.runUntil(5);
        assertThatThrownBy(() -> time.at(4, () -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("time: found 4.0, expected at least 5.0");
        assertThatThrownBy(() -> time.after(Double.NaN, () -> {})).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theClocksOfProductionCodeShowTheSameTime() {
        time.runUntil(1.5);
        assertThat(time.nowMs()).isEqualTo(1_500);
        assertThat(time.nowNs()).isEqualTo(1_500_000_000);
    }

    @Test
    void anExecutorRunsItsTasksInVirtualTimeAndNeverInsideTheCaller() {
        VirtualExecutor thread = new VirtualExecutor(time);
        thread.execute(() -> happens("now"));
        Future<?> cancelled = thread.schedule(() -> happens("cancelled"), 1, TimeUnit.SECONDS);
        Future<?> unused = thread.schedule(() -> happens("later"), 1_500, TimeUnit.MILLISECONDS);
        assertThat(history).isEmpty();
        cancelled.cancel(false);
        time.runUntil(2);
        assertThat(history).containsExactly("now 0.0", "later 1.5");
    }

    @Test
    void anExecutorRepeatsUntilItIsCancelledOrShutDown() {
        VirtualExecutor thread = new VirtualExecutor(time);
        Future<?> often = thread.scheduleAtFixedRate(() -> happens("often"), 100, 100, TimeUnit.MILLISECONDS);
        Future<?> seldom = thread.scheduleWithFixedDelay(() -> happens("seldom"), 0, 1, TimeUnit.SECONDS);
        time.runUntil(0.35);
        assertThat(history).hasSize(4);
        often.cancel(false);
        time.runUntil(1);
        assertThat(history).hasSize(5);
        thread.shutdown();
        time.runUntil(9);
        assertThat(history).hasSize(5);
        assertThat(seldom.isDone()).isFalse();
    }

    @Test
    void aTaskThatFailsEndsTheSimulation() {
        new VirtualExecutor(time).execute(() -> {
            throw new ArithmeticException("ours");
        });
        assertThatThrownBy(() -> time.runUntil(1)).hasRootCauseMessage("ours");
    }

    private void happens(String what) {
        history.add(what + " " + time.now());
    }
}
