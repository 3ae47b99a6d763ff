package io.lamplighter.simulator.lab.model;

import io.lamplighter.balancer.config.StreamConfig;
import io.lamplighter.simulator.lab.engine.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run: a scenario under one method, from one seed. The same three make the same history.
 *
 * <p>One thread; several worlds may run beside each other.
 */
public final class World {
    /** When the clocks on the walls begin. Any date; reports carry one. */
    private static final long EPOCH_MS = 1_700_000_000_000L;

    private final VirtualTime time = new VirtualTime();
    private final Scenario scenario;
    private final Method method;
    private final long seed;
    private final List<ModelNode> nodes = new ArrayList<>();
    private final List<ModelAgent> agents = new ArrayList<>();
    private final List<ModelBalancer> balancers = new ArrayList<>();
    private final Recorder recorder;
    private final Chance door;
    private @Nullable ForecastWatch forecasts; // null where nobody looks at them

    private World(Scenario scenario, Method method, long seed) {
        this.scenario = scenario;
        this.method = method;
        this.seed = seed;
        this.recorder = new Recorder(time, scenario.warmUp(), scenario.patience());
        this.door = chance("door", 0);
        scenario.nodes().forEach(this::addNode);
        for (int i = 0; i < scenario.balancers(); i++) {
            balancers.add(new ModelBalancer(time, nodes, chance("pick", i), configuration()));
        }
    }

    /** Lets a scenario happen. */
    public static Outcome run(Scenario scenario, Method method, long seed) {
        World world = new World(scenario, method, seed);
        world.start();
        world.time.runUntil(scenario.end());
        return world.outcome();
    }

    private Outcome outcome() {
        Map<Metric, Double> metrics = recorder.metrics();
        ForecastLog log = new ForecastLog();
        if (forecasts != null) {
            log = forecasts.log();
            metrics.put(Metric.FORECAST_MAE, log.meanError());
            metrics.put(Metric.FORECAST_MAPE, 100 * log.meanRelativeError());
        }
        return new Outcome(metrics, recorder, log);
    }

    private void start() {
        agents.forEach(ModelAgent::start);
        for (Scenario.Change change : scenario.changes()) {
            time.at(change.at(), () -> change.action().accept(this));
        }
        if (scenario.isForecast()) {
            forecasts = new ForecastWatch(time, nodes, balancers.get(0));
        }
        if (scenario.window() > 0) {
            recorder.watch(nodes, scenario.window());
        }
        scenario.traffic().start(this);
    }

    private void addNode(NodeSpec spec) {
        ModelNode node = new ModelNode(time, spec);
        agents.add(new ModelAgent(time, node, scenario.reports(), balancers, chance("agent", nodes.size())));
        nodes.add(node);
    }

    private StreamConfig configuration() {
        return method.config(nodes.stream().map(ModelNode::spec).toList(), scenario.balancers());
    }

    /** A node joins: the balancers reload a configuration that has one line more. */
    public void join(NodeSpec spec) {
        addNode(spec);
        balancers.forEach(balancer -> balancer.reload(configuration()));
        agents.get(agents.size() - 1).start();
    }

    /** The agent of a node says nothing more. */
    public void silenceAgent(int node) {
        agents.get(node).silence();
    }

    public ModelNode node(int index) {
        return nodes.get(index);
    }

    static long wallMs(VirtualTime time) {
        return EPOCH_MS + time.nowMs();
    }

    VirtualTime time() {
        return time;
    }

    Recorder recorder() {
        return recorder;
    }

    /** Chance for one purpose, the same under every method. */
    Chance chance(String purpose, int index) {
        return Chance.of(seed, purpose, index);
    }

    /**
     * A lamp got its answer.
     *
     * @param since when it asked, seconds
     */
    void answered(Session session, double since) {
        if (forecasts != null) {
            forecasts.answered(session.place(), since);
        }
        recorder.answered(since);
    }

    /** A lamp connects, to any of the balancers; null when no node takes it. */
    @Nullable
    Session open() {
        int which = balancers.size() == 1 ? 0 : (int) door.below(balancers.size());
        return balancers.get(which).open();
    }
}
