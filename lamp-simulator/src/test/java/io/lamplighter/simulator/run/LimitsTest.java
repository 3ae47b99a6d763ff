package io.lamplighter.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.simulator.lamp.LampPlan;
import io.lamplighter.simulator.lamp.LampPlan.Targets;
import io.lamplighter.simulator.lamp.Sources;
import io.lamplighter.simulator.scenario.Protocol;
import io.lamplighter.simulator.scenario.ScenarioException;
import io.lamplighter.simulator.scenario.Scenarios;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LimitsTest {
    private static final InetSocketAddress LOOPBACK = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    private static final InetSocketAddress ELSEWHERE = new InetSocketAddress("192.0.2.1", 1);

    @Test
    void whatFitsIsNotComplainedOf() throws IOException, ScenarioException {
        assertThat(new Limits(20_000, 28_232).complaint(plan("held", Protocol.TCP, 9500, LOOPBACK, 1), 1))
                .isEmpty();
    }

    @Test
    void tooFewDescriptorsAreNamedWithEveryWayOut() throws IOException, ScenarioException {
        assertThat(new Limits(1024, 28_232).complaint(plan("held", Protocol.TCP, 9500, LOOPBACK, 1), 1))
                .contains(
                        "this run needs 9,620 open files in a process, which may open 1,024: raise the limit (ulimit -n 9620"
                                + " before starting; LimitNOFILE= in a systemd unit; nofile in /etc/security/limits.conf), or share"
                                + " the lamps among processes: --processes 11");
        assertThat(new Limits(1024, 28_232).complaint(plan("held", Protocol.TCP, 9500, LOOPBACK, 1), 11))
                .isEmpty();
    }

    @Test
    void udpLampsMayShareSockets() throws IOException, ScenarioException {
        Limits limits = new Limits(20_000, 28_232);

        assertThat(limits.complaint(plan("steady", Protocol.UDP, 50_000, LOOPBACK, 1), 1)
                        .orElseThrow())
                .endsWith("--processes 3; or let lamps share addresses: --lamps-per-socket 3");
        assertThat(limits.complaint(plan("steady", Protocol.UDP, 50_000, LOOPBACK, 3), 1))
                .isEmpty();
    }

    @Test
    void abandonedSessionsNeedDescriptorsToo() throws IOException, ScenarioException {
        assertThat(new Limits(15_000, 28_232)
                        .complaint(plan("half-open", Protocol.TCP, 9500, LOOPBACK, 1), 1)
                        .orElseThrow())
                .startsWith("this run needs 19,120 open files");
    }

    @Test
    void tooFewPortsAreNamed() throws IOException, ScenarioException {
        assertThat(new Limits(100_000, 28_232)
                        .complaint(plan("held", Protocol.TCP, 40_000, ELSEWHERE, 1), 1)
                        .orElseThrow())
                .startsWith("40,000 connections from one address need as many ports, but the system gives 28,232")
                .endsWith("--sources FIRST-LAST");
    }

    @Test
    void theLimitsOfThisProcessAreRead() {
        assertThat(Limits.ofThisProcess().openFiles()).isGreaterThan(100);
        assertThat(Limits.ofThisProcess().ports()).isBetween(100, 65_536);
    }

    private static LampPlan plan(
            String scenario, Protocol protocol, int lamps, InetSocketAddress target, int lampsPerUdpSocket)
            throws IOException, ScenarioException {
        return new LampPlan(
                Scenarios.read(scenario, List.of()).speaking(Map.of(protocol, 1.0)),
                Targets.all(target),
                Sources.best(target),
                lamps,
                0,
                1,
                1,
                lampsPerUdpSocket,
                false,
                false,
                1,
                Optional.empty());
    }
}
