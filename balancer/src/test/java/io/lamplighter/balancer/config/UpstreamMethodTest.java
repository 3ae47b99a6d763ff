package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod.Adaptive;
import io.lamplighter.balancer.config.BalancingMethod.Arima;
import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import io.lamplighter.balancer.config.BalancingMethod.Hash;
import io.lamplighter.balancer.config.BalancingMethod.LeastConn;
import io.lamplighter.balancer.config.BalancingMethod.LeastTime;
import io.lamplighter.balancer.config.BalancingMethod.PickOrder;
import io.lamplighter.balancer.config.BalancingMethod.Random;
import io.lamplighter.balancer.config.BalancingMethod.RandomTwo;
import io.lamplighter.balancer.config.BalancingMethod.Residual;
import io.lamplighter.balancer.config.BalancingMethod.ResidualRate;
import io.lamplighter.balancer.config.BalancingMethod.ResponseTime;
import io.lamplighter.balancer.config.BalancingMethod.RoundRobin;
import io.lamplighter.balancer.config.BalancingMethod.Tan;
import io.lamplighter.balancer.config.BalancingMethod.TimeMetric;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
        assertThat(method("least_time connect;")).isEqualTo(new LeastTime(TimeMetric.CONNECT, false));
        assertThat(method("least_time last_byte inflight;")).isEqualTo(new LeastTime(TimeMetric.LAST_BYTE, true));
        assertThat(method("random;")).isEqualTo(new Random());
        assertThat(method("random two;")).isEqualTo(new RandomTwo(Optional.empty()));
        assertThat(method("random two least_conn;")).isEqualTo(new RandomTwo(Optional.empty()));
        assertThat(method("random two least_time=first_byte;"))
                .isEqualTo(new RandomTwo(Optional.of(TimeMetric.FIRST_BYTE)));
        assertThat(((Hash) method("hash $remote_addr;")).consistent()).isFalse();
        assertThat(((Hash) method("hash $remote_addr consistent;")).consistent())
                .isTrue();
        assertThat(((Hash) method("hash $remote_addr consistent balance=1.25;")).balance())
                .hasValue(1.25);
    }

    @Test
    void aDynamicWeightHasItsFormula() {
        assertThat(method("dynamic_weight smoothing=0.3 trickle=0.05 residual=min;"))
                .isEqualTo(new DynamicWeight(new ResidualRate(0.5, 0.5, Residual.MIN, 0.1, 0.05), 0.3));
        assertThat(method("dynamic_weight variant=tan smoothing=0.3;")).isEqualTo(new DynamicWeight(new Tan(), 0.3));
    }

    @Test
    void aMethodThatForecastsHasItsParameters() {
        assertThat(method("arima;")).isEqualTo(new Arima(PickOrder.ROTATE));
        assertThat(method("arima pick=rotate;")).isEqualTo(new Arima(PickOrder.ROTATE));
        assertThat(method("arima pick=first;")).isEqualTo(new Arima(PickOrder.FIRST));
        assertThat(method("arima pick=lowest;")).isEqualTo(new Arima(PickOrder.LOWEST));
        assertThat(method("response_time;")).isEqualTo(new ResponseTime());
        assertThat(method("adaptive;")).isEqualTo(new Adaptive(0.10, 1));
        assertThat(method("adaptive balancers=4 threshold=.2;")).isEqualTo(new Adaptive(0.2, 4));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "arima pick=best          | invalid parameter \"pick=best\", it must be pick=rotate, pick=first or"
                        + " pick=lowest",
                "arima rotate             | invalid parameter \"rotate\"",
                "adaptive threshold=1.01  | invalid parameter \"threshold=1.01\", it must be between 0 and 1",
                "adaptive balancers=0     | invalid parameter \"balancers=0\", it must be a number between 1 and"
                        + " 2147483647",
                "adaptive window=3        | invalid parameter \"window=3\"",
                "least_time soon          | invalid parameter \"soon\", it must be connect, first_byte or last_byte",
                "least_time connect fast  | invalid parameter \"fast\", it must be \"inflight\"",
                "hash $a_b                | unknown \"a_b\" variable",
                "random two least_time=x  | invalid parameter \"least_time=x\", it must be least_time=connect,"
                        + " least_time=first_byte or least_time=last_byte",
                "random two least         | invalid parameter \"least\", it must be \"least_conn\" or \"least_time=\""
                        + " and a metric",
                "hash k consistent x=1    | invalid parameter \"x=1\"",
                "hash k consistent balance=1    | invalid parameter \"balance=1\", it must be above 1 and below 1000,"
                        + " with at most 3 decimals, such as 1.25",
                "dynamic_weight smoothing=0     | invalid parameter \"smoothing=0\", it must be above 0",
                "dynamic_weight trickle=2       | invalid parameter \"trickle=2\", it must be between 0 and 1",
                "dynamic_weight residual=max    | invalid parameter \"residual=max\", it must be residual=sum or"
                        + " residual=min",
                "dynamic_weight variant=tan threshold=0.2 | invalid parameter \"threshold=0.2\", it does not go with"
                        + " \"variant=tan\", whose shares are fixed",
                "queue 0                  | invalid value \"0\" in \"queue\" directive, it must be a number between 1 and"
                        + " 2147483647",
                "queue 5 timeout=0        | invalid parameter \"timeout=0\", it must be a time such as 500ms, 10s or"
                        + " 1h30m, between 1ms and 2147483647s",
                "queue 5 wait=1           | invalid parameter \"wait=1\""
            })
    void aWrongMethodIsRefused(String directive, String fault) {
        assertThat(TestConfig.faults(load(directive + ";", "server 127.0.0.1:1;"), directory))
                .containsExactly(fault + " in test.conf:1");
    }

    @Test
    void sessionsWaitWhereThereIsAQueue() {
        assertThat(upstream("").queue()).isEmpty();
        assertThat(upstream("queue 7;").queue()).hasValue(new UpstreamConfig.Queue(7, 60_000));
        assertThat(upstream("queue 7 timeout=3s;").queue()).hasValue(new UpstreamConfig.Queue(7, 3_000));
    }

    private UpstreamConfig upstream(String directive) {
        return TestConfig.config(load(directive, "server 127.0.0.1:1;")).stream()
                .upstreams()
                .get("u");
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
        assertThat(method(directive + ";"))
                .isEqualTo(new DynamicWeight(new ResidualRate(cpu, bandwidth, Residual.SUM, threshold, 0), 1));
    }

    @Test
    void aSecondMethodTakesThePlaceOfTheFirstWithAWarning() {
        LoadResult result = load("least_conn;\nrandom;", "server 127.0.0.1:1;");
        assertThat(methodOf(result)).isEqualTo(new Random());
        assertThat(TestConfig.lines(result.warnings(), directory))
                .containsExactly("load balancing method redefined in test.conf:2");
    }

    @Test
    void backupGoesWithTheMethodThatIsUsedInTheEnd() {
        assertThat(TestConfig.faults(
                        load("least_conn; random;", "server 127.0.0.1:1; server 127.0.0.1:2 backup;"), directory))
                .containsExactly("balancing method does not support parameter \"backup\" in test.conf:2");
        assertThat(TestConfig.faults(load("hash k;", "server 127.0.0.1:1 slow_start=5s;"), directory))
                .containsExactly("balancing method does not support parameter \"slow_start=5s\" in test.conf:2");
        TestConfig.config(load("random; least_conn;", "server 127.0.0.1:1; server 127.0.0.1:2 backup;"));
    }

    @Test
    void aSlowStartGoesWithAMethodThatGoesByWeights() {
        for (String method : new String[] {"arima;", "response_time;"}) {
            assertThat(TestConfig.faults(load(method, "server 127.0.0.1:1 slow_start=5s;"), directory))
                    .containsExactly("balancing method does not support parameter \"slow_start=5s\" in test.conf:2");
            TestConfig.config(load(method, "server 127.0.0.1:1; server 127.0.0.1:2 backup;"));
        }
        TestConfig.config(load("adaptive;", "server 127.0.0.1:1 slow_start=5s; server 127.0.0.1:2 backup;"));
    }

    @Test
    void weightsThatNoReportCanMoveAreWarnedOf() {
        assertThat(warnings("adaptive;", "server 127.0.0.1:1 node=a;", REPORTS)).isEmpty();
        assertThat(warnings("adaptive;", "server 127.0.0.1:1;", REPORTS))
                .containsExactly(
                        "the weights of upstream \"u\" stay as configured: no server has \"node=\" in test.conf:1");
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
