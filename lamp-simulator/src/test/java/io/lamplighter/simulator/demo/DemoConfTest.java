package io.lamplighter.simulator.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.ConfigLoader;
import io.lamplighter.balancer.config.ListenConfig;
import io.lamplighter.balancer.config.LoadResult;
import io.lamplighter.balancer.config.StreamConfig;
import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.config.UpstreamServer;
import io.lamplighter.simulator.demo.DemoPlan.DemoNode;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The demo knows its ports twice, in its plan and in its configuration; here they meet. */
class DemoConfTest {
    static final Path CONF = Path.of(System.getProperty("basedir", ""))
            .toAbsolutePath()
            .resolveSibling("conf")
            .resolve("demo.conf");

    private final DemoPlan plan = DemoPlan.standard(1000);
    private final StreamConfig stream = load();

    @Test
    void lampsConnectWhereTheBalancerListens() {
        List<ListenConfig> listens = stream.servers().stream()
                .flatMap(server -> server.listens().stream())
                .toList();

        assertThat(listens).hasSize(2);
        assertThat(listens.get(0).udp()).isFalse();
        assertThat(listens.get(0).address()).isEqualTo(plan.lamps());
        assertThat(listens.get(1).udp()).isTrue();
        assertThat(listens.get(1).address()).isEqualTo(plan.lampsUdp());
    }

    @Test
    void reportsAndStateHaveTheirPorts() {
        assertThat(stream.loadReports().orElseThrow().listen().getPort()).isEqualTo(plan.reportsPort());
        assertThat(stream.api().orElseThrow().listen().getPort()).isEqualTo(plan.apiPort());
    }

    @Test
    void bothUpstreamsHaveTheNodesUnderTheNamesTheyReport() {
        Map<String, Integer> planned = plan.nodes().stream().collect(Collectors.toMap(DemoNode::name, DemoNode::port));

        assertThat(stream.upstreams()).containsOnlyKeys("lamps", "lamps_udp");
        for (UpstreamConfig upstream : stream.upstreams().values()) {
            assertThat(upstream.servers().stream()
                            .collect(Collectors.toMap(server -> server.node().orElseThrow(), DemoConfTest::port)))
                    .isEqualTo(planned);
        }
    }

    private static int port(UpstreamServer server) {
        return ((InetSocketAddress) server.addresses().get(0)).getPort();
    }

    private static StreamConfig load() {
        LoadResult result = new ConfigLoader().load(CONF, Path.of("").toAbsolutePath(), "", Optional.empty());
        assertThat(result).isInstanceOf(LoadResult.Loaded.class);
        assertThat(result.warnings()).isEmpty();
        return ((LoadResult.Loaded) result).config().stream();
    }
}
