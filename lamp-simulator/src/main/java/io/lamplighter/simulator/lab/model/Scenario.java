package io.lamplighter.simulator.lab.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What happens, whatever the method. Times are seconds.
 *
 * @param name in tables
 * @param nodes to begin with
 * @param balancers how many share the traffic, each with a view of its own
 * @param reports how the agents report
 * @param traffic what the lamps do
 * @param changes what happens to the nodes
 * @param patience an answer that takes longer is a failure
 * @param warmUp what begins before is not measured
 * @param window over which utilisation is measured; 0 for not at all
 * @param isForecast whether response times are compared with what was expected of them
 * @param end when the run is over
 */
public record Scenario(
        String name,
        List<NodeSpec> nodes,
        int balancers,
        ReportPlan reports,
        Traffic traffic,
        List<Change> changes,
        double patience,
        double warmUp,
        double window,
        boolean isForecast,
        double end) {
    public Scenario {
        nodes = List.copyOf(nodes);
        changes = List.copyOf(changes);
    }

    /**
     * Something that happens to the nodes.
     *
     * @param at when, seconds
     */
    public record Change(double at, Consumer<World> action) {}

    /**
     * One balancer, the usual reports, no change, endless patience, nothing left out, and neither utilisation nor forecasts
     * looked at.
     */
    public static Builder of(String name, List<NodeSpec> nodes, Traffic traffic, double end) {
        return new Builder(name, nodes, traffic, end);
    }

    /** Says what is not as usual. */
    public static final class Builder {
        private final String name;
        private final List<NodeSpec> nodes;
        private final Traffic traffic;
        private final double end;
        private final List<Change> changes = new ArrayList<>();
        private int balancers = 1;
        private ReportPlan reports = ReportPlan.USUAL;
        private double patience = Double.POSITIVE_INFINITY;
        private double warmUp;
        private double window;
        private boolean isForecast;

        private Builder(String name, List<NodeSpec> nodes, Traffic traffic, double end) {
            this.name = name;
            this.nodes = nodes;
            this.traffic = traffic;
            this.end = end;
        }

        public Builder balancers(int number) {
            balancers = number;
            return this;
        }

        public Builder reports(ReportPlan plan) {
            reports = plan;
            return this;
        }

        public Builder change(double at, Consumer<World> action) {
            changes.add(new Change(at, action));
            return this;
        }

        public Builder patience(double seconds) {
            patience = seconds;
            return this;
        }

        /** Measures from then on, utilisation in windows of so many seconds. */
        public Builder measure(double from, double windowSeconds) {
            warmUp = from;
            window = windowSeconds;
            return this;
        }

        /** Compares response times with what was expected of them. */
        public Builder forecast() {
            isForecast = true;
            return this;
        }

        public Scenario build() {
            return new Scenario(
                    name, nodes, balancers, reports, traffic, changes, patience, warmUp, window, isForecast, end);
        }
    }
}
