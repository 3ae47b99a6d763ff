package io.lamplighter.simulator.run;

import io.lamplighter.simulator.frame.LampFrame;
import io.lamplighter.simulator.frame.LampFrame.Kind;
import io.lamplighter.simulator.frame.NodeAnswer;
import io.lamplighter.simulator.frame.OrderCall;
import io.lamplighter.simulator.lamp.LampPlan;
import io.lamplighter.simulator.measure.Count;
import io.lamplighter.simulator.measure.Measurements;
import io.lamplighter.simulator.scenario.Event.NodeLoss;
import io.lamplighter.simulator.scenario.TimedEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Carries out a scenario's {@code lose-node}: sends the order to die the way lamps send their reports, so that whatever
 * stands between chooses the victim, and nobody needs to know where nodes are. On a thread of its own.
 */
final class NodeLosses implements AutoCloseable {
    private final LampPlan plan;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "node losses");
        thread.setDaemon(true);
        return thread;
    });
    private final List<String> notes = new ArrayList<>();
    private int lost;
    private int told;

    NodeLosses(LampPlan plan) {
        this.plan = plan;
        for (TimedEvent event : plan.scenario().events()) {
            if (event.event() instanceof NodeLoss loss) {
                Duration at = plan.scenario().warmup().plus(event.at());
                timer.schedule(() -> lose(loss), at.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }

    private void lose(NodeLoss loss) {
        try {
            LampFrame answer = OrderCall.send(
                    plan.targets().tcp(), "crash for " + loss.lasts().toMillis() + "ms");
            String node = NodeAnswer.nodeName(answer.payload()).orElse("?");
            if (answer.kind() == Kind.ANSWER) {
                lost();
            } else {
                note("node " + node + " does not obey; start it with --obey, or end a node by hand");
            }
        } catch (IOException e) {
            note("no node could be told to die: " + e.getMessage());
        }
    }

    private synchronized void lost() {
        lost++;
    }

    private synchronized void note(String note) {
        notes.add(note);
    }

    /** Adds what was done since the last call. */
    synchronized void addTo(Measurements measurements) {
        measurements.count(Count.NODES_LOST, lost - told);
        told = lost;
    }

    synchronized List<String> notes() {
        return List.copyOf(notes);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
