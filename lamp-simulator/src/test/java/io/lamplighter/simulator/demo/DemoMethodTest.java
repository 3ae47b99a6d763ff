package io.lamplighter.simulator.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.ConfigLoader;
import io.lamplighter.balancer.config.LoadResult;
import io.lamplighter.balancer.config.UpstreamConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoMethodTest {
    @TempDir
    private Path dir;

    @Test
    void bothUpstreamsOfTheDemoGetTheMethod() throws IOException {
        assertThat(methods("arima pick=lowest"))
                .containsOnly(new BalancingMethod.Arima(BalancingMethod.PickOrder.LOWEST));
        assertThat(methods("least_conn")).containsOnly(new BalancingMethod.LeastConn());
        assertThat(methods("round_robin")).containsOnly(new BalancingMethod.RoundRobin());
    }

    @Test
    void onlySomeMethodsKeepToTheirWeights() {
        assertThat(List.of("dynamic_weight", "dynamic_weight variant=tan", "round_robin"))
                .allMatch(directive -> new DemoMethod(directive).keepsToWeights());
        assertThat(List.of("adaptive", "least_conn", "arima", "random two"))
                .noneMatch(directive -> new DemoMethod(directive).keepsToWeights());
    }

    private List<BalancingMethod> methods(String directive) throws IOException {
        Path file = new DemoMethod(directive).configure(DemoConfTest.CONF, dir);
        LoadResult result = new ConfigLoader().load(file, dir, "", Optional.empty());
        assertThat(result).isInstanceOf(LoadResult.Loaded.class);
        assertThat(dir.resolve(Demo.KEY_FILE)).isRegularFile();
        return ((LoadResult.Loaded) result)
                .config().stream().upstreams().values().stream()
                        .map(UpstreamConfig::method)
                        .toList();
    }
}
