package io.lamplighter.simulator.demo;

import io.lamplighter.simulator.lamp.LampPlan;
import io.lamplighter.simulator.lamp.LampPlan.Targets;
import io.lamplighter.simulator.lamp.Sources;
import io.lamplighter.simulator.scenario.Scenario;
import io.lamplighter.simulator.scenario.ScenarioException;
import io.lamplighter.simulator.scenario.Scenarios;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The demo's parts and ports, as {@code conf/demo.conf} has them.
 *
 * @param lampsPort where TCP lamps connect to the balancer
 * @param lampsUdpPort where UDP lamps send
 * @param reportsPort where nodes report (UDP)
 * @param apiPort where the balancer shows its state (HTTP)
 * @param nodes the emulated nodes
 */
record DemoPlan(int lampsPort, int lampsUdpPort, int reportsPort, int apiPort, List<DemoNode> nodes) {
    /** Exchanges per second at which {@link #standard} nodes are given their nominal service times. */
    static final double NOMINAL_RATE = 1000;

    private static final String HOST = "127.0.0.1";

    DemoPlan {
        nodes = List.copyOf(nodes);
    }

    /**
     * Three unequal nodes, with the cores, memory and disks of the test bed the dynamic weights were published with. Their
     * base weights are 44, 31 and 25; at {@link #NOMINAL_RATE} exchanges per second spread by those, the nominal service
     * times keep each at 55 % of its cores and the links at about a third, well away from the threshold of the weights.
     *
     * @param ratePerSecond the rate of the lamps; service times and links scale with it, so that a demo of any size loads
     *     the emulated nodes alike
     */
    static DemoPlan standard(double ratePerSecond) {
        double scale = ratePerSecond / NOMINAL_RATE;
        return new DemoPlan(
                11883,
                15683,
                17946,
                18080,
                List.of(
                        node("a", 2, 21883, 2500 / scale, 1000 * scale, 8, 50),
                        node("b", 1, 21884, 1800 / scale, 600 * scale, 8, 50),
                        node("c", 1, 21885, 2200 / scale, 600 * scale, 4, 50)));
    }

    /**
     * The lamps of the demo.
     *
     * @param sessionLife mean life of a lamp's session
     * @throws IllegalArgumentException when a value is outside its range
     * @throws ScenarioException the same
     */
    LampPlan lampPlan(int lamps, double ratePerSecond, Duration duration, Duration sessionLife)
            throws IOException, ScenarioException {
        List<String> settings = List.of("duration=" + micros(duration), "session=" + micros(sessionLife));
        Scenario scenario = Scenarios.read("come-and-go", settings).atRate(ratePerSecond, lamps);
        Targets targets = new Targets(lamps(), lampsUdp(), lamps());
        return new LampPlan(
                scenario, targets, Sources.best(lamps()), lamps, 0, 1, 1, 1, false, false, 1, Optional.empty());
    }

    private static String micros(Duration time) {
        return time.toNanos() / 1000 + "us";
    }

    private static DemoNode node(
            String name, int cores, int port, double serviceUs, double linkKbits, int memoryGib, int diskGib) {
        Duration serviceTime = Duration.ofNanos(Math.round(serviceUs * 1000));
        return new DemoNode(name, cores, port, serviceTime, Math.round(linkKbits * 1000), memoryGib, diskGib);
    }

    InetSocketAddress lamps() {
        return loopback(lampsPort);
    }

    InetSocketAddress lampsUdp() {
        return loopback(lampsUdpPort);
    }

    static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    static String text(int port) {
        return HOST + ":" + port;
    }

    /** The node of a name. */
    Optional<DemoNode> node(String name) {
        return nodes.stream().filter(node -> node.name().equals(name)).findFirst();
    }

    /** Every port that must be free. */
    List<Port> ports() {
        List<Port> ports = new ArrayList<>();
        ports.add(new Port(lampsPort, Port.Protocol.TCP, "lamps connect to the balancer"));
        ports.add(new Port(lampsUdpPort, Port.Protocol.UDP, "lamps send datagrams to the balancer"));
        ports.add(new Port(reportsPort, Port.Protocol.UDP, "nodes report to the balancer"));
        ports.add(new Port(apiPort, Port.Protocol.TCP, "the balancer shows its state"));
        for (DemoNode node : nodes) {
            ports.add(new Port(node.port(), Port.Protocol.TCP, "node " + node.name() + " serves lamps"));
            ports.add(new Port(node.port(), Port.Protocol.UDP, "node " + node.name() + " serves lamps"));
        }
        return ports;
    }

    /**
     * An emulated node.
     *
     * @param name its name in reports and answers
     * @param cores emulated cores
     * @param port where it serves, TCP and UDP
     * @param serviceTime mean time a core spends on an exchange
     * @param linkBitsPerSecond capacity of its emulated link
     * @param memoryGib memory it reports
     * @param diskGib disk it reports
     */
    record DemoNode(
            String name,
            int cores,
            int port,
            Duration serviceTime,
            long linkBitsPerSecond,
            int memoryGib,
            int diskGib) {}
}
