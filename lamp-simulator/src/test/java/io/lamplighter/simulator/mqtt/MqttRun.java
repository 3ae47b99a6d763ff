package io.lamplighter.simulator.mqtt;

import io.lamplighter.simulator.lamp.LampPlan;
import io.lamplighter.simulator.lamp.LampPlan.Targets;
import io.lamplighter.simulator.lamp.Sources;
import io.lamplighter.simulator.real.RealLampPlan;
import io.lamplighter.simulator.report.RunSummary;
import io.lamplighter.simulator.run.LoadRun;
import io.lamplighter.simulator.run.RunPlan;
import io.lamplighter.simulator.scenario.Protocol;
import io.lamplighter.simulator.scenario.Scenario;
import io.lamplighter.simulator.scenario.Scenarios;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run of MQTT lamps, and perhaps of real ones.
 *
 * @param rate reports of all lamps per second
 */
record MqttRun(
        Protocol protocol,
        InetSocketAddress target,
        Path directory,
        int lamps,
        double rate,
        int realLamps,
        List<InetSocketAddress> audit) {
    /** 20 lamps that report a hundred times a second in all. */
    static MqttRun of(Protocol protocol, InetSocketAddress target, Path directory) {
        return new MqttRun(protocol, target, directory, 20, 100, 0, List.of());
    }

    MqttRun lamps(int newLamps, double newRate) {
        return new MqttRun(protocol, target, directory, newLamps, newRate, realLamps, audit);
    }

    MqttRun realLamps(int newRealLamps, InetSocketAddress... brokers) {
        return new MqttRun(protocol, target, directory, lamps, rate, newRealLamps, List.of(brokers));
    }

    RunSummary run(String... settings) throws Exception {
        Scenario scenario = Scenarios.read("steady", List.of(settings))
                .speaking(Map.of(protocol, 1.0))
                .atRate(rate, lamps);
        LampPlan plan = new LampPlan(
                scenario,
                Targets.all(target),
                Sources.best(target),
                lamps,
                0,
                1,
                1,
                1,
                false,
                false,
                1,
                Optional.empty());
        Optional<RealLampPlan> real = realLamps == 0
                ? Optional.empty()
                : Optional.of(new RealLampPlan(
                        target,
                        audit,
                        realLamps,
                        Duration.ofMillis(500),
                        scenario.warmup(),
                        scenario.duration(),
                        scenario.timeout(),
                        40));
        return LoadRun.run(new RunPlan(plan, 1, List.of(), real), directory.resolve("report"), progress -> {});
    }
}
