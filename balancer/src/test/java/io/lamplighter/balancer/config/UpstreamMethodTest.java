package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import io.lamplighter.balancer.config.BalancingMethod.Hash;
import io.lamplighter.balancer.config.BalancingMethod.LeastConn;
import io.lamplighter.balancer.config.BalancingMethod.Random;
import io.lamplighter.balancer.config.BalancingMethod.RoundRobin;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpstreamMethodTest {
    private static final String REPORTS = "load_reports { listen 127.0.0.1:7946; unsigned on; }";

    @TempDir
    Path directory;

    @Test
    void everyMethodHasItsRecord() {
        assertThat(method("")).isEqualTo(new RoundRobin());
        assertThat(method("least_conn;")).isEqualTo(new LeastConn());
        assertThat(method("random;")).isEqualTo(new Random(false));
        assertThat(method("random two;")).isEqualTo(new Random(true));
        assertThat(method("random two least_conn;")).isEqualTo(new Random(true));
        assertThat(((Hash) method("hash $remote_addr;")).consistent()).isFalse();
        assertThat(((Hash) method("hash $remote_addr consistent;")).consistent())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "dynamic_weight, 0.5, 0.5, 0.1",
        "dynamic_weight cpu=0.9, 0.9, 0.1, 0.1",
        "dynamic_weight bandwidth=0.3, 0.7, 0.3, 0.1",
        "dynamic_weight cpu=1, 1, 0, 0.1",
        "dynamic_weight bandwidth=1.0 threshold=0, 0, 1, 0",
        "dynamic_weight threshold=.25 cpu=.1 bandwidth=.9, 0.1, 0.9, 0.25"
    })
    void theSharesOfADynamicWeightAddUpToOne(String directive, double cpu, double bandwidth, double threshold) {
        assertThat(method(directive + ";")).isEqualTo(new DynamicWeight(cpu, bandwidth, threshold));
    }

    @Test
    void aSecondMethodTakesThePlaceOfTheFirstWithAWarning() {
        LoadResult result = load("least_conn;\nrandom;", "server 127.0.0.1:1;");
        assertThat(methodOf(result)).isEqualTo(new Random(false));
        assertThat(TestConfig.lines(result.warnings(), directory))
                .containsExactly("load balancing method redefined in test.conf:2");
    }

    @Test
    void backupGoesWithTheMethodThatIsUsedInTheEnd() {
        assertThat(TestConfig.faults(
                        load("least_conn; random;", "server 127.0.0.1:1; server 127.0.0.1:2 backup;"), directory))
                .containsExactly("balancing method does not support parameter \"backup\" in test.conf:2");
        TestConfig.config(load("random; least_conn;", "server 127.0.0.1:1; server 127.0.0.1:2 backup;"));
    }

    @Test
    void weightsThatNoReportCanMoveAreWarnedOf() {
        assertThat(warnings("dynamic_weight;", "server 127.0.0.1:1 node=a;", REPORTS))
                .isEmpty();
        assertThat(warnings("dynamic_weight;", "server 127.0.0.1:1;", REPORTS))
                .containsExactly(
                        "the weights of upstream \"u\" stay as configured: no server has \"node=\" in test.conf:1");
        assertThat(warnings("dynamic_weight;", "server 127.0.0.1:1 node=a;", ""))
                .containsExactly("the weights of upstream \"u\" stay as configured: there is no \"load_reports\" block"
                        + " in test.conf:1");
    }

    @Test
    void anUpstreamOfServersThatAreDownIsAllowed() {
        assertThat(TestConfig.config(load("", "server 127.0.0.1:1 down;")).stream()
                        .upstreams()
                        .get("u")
                        .servers())
                .allMatch(UpstreamServer::down);
    }

    private BalancingMethod method(String directive) {
        return methodOf(load(directive, "server 127.0.0.1:1 node=a;"));
    }

    private static BalancingMethod methodOf(LoadResult result) {
        return TestConfig.config(result).stream().upstreams().get("u").method();
    }

    private LoadResult load(String method, String servers) {
        return TestConfig.load(directory, text(method, servers, REPORTS));
    }

    private List<String> warnings(String method, String servers, String reports) {
        return TestConfig.lines(
                TestConfig.load(directory, text(method, servers, reports)).warnings(), directory);
    }

    private static String text(String method, String servers, String reports) {
        return "stream { upstream u { " + method + "\n" + servers + " } server { listen 1; proxy_pass u; } " + reports
                + " }";
    }
}
