package io.lamplighter.balancer.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lamplighter.balancer.admin.ShownReports.Refused;
import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.measure.NodeMeter;
import io.lamplighter.balancer.node.ActiveHealth;
import io.lamplighter.balancer.node.AdminOrder;
import io.lamplighter.balancer.node.Availability;
import io.lamplighter.balancer.node.Node;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class StateJsonTest {
    private final FixedState state = new FixedState();

    @Test
    void theWholeDocumentHasItsKeysInOrderAndTheFiguresOfTheState() {
        Node busy = FixedState.node("lamps", 1, 0, 0, false, Optional.of("a"));
        Node spare = FixedState.node("lamps", 2);
        state.serve(4, FixedState.upstream("lamps", new BalancingMethod.LeastConn(), List.of(busy), List.of(spare)));
        busy.tryBorrow(0);
        NodeMeter meter = state.loop.of(busy);
        meter.sessionBegun();
        meter.sessionBegun();
        meter.tryFailed();
        meter.sentToNode(300);
        meter.receivedFromNode(70);
        meter.connected(20_000);
        meter.connected(40_000);
        state.counters.count(Counter.TCP_SESSIONS);
        state.counters.ended(EndReason.IDLE);
        state.reports = new ShownReports(7, List.of(new Refused("cut", 0), new Refused("replay", 5)));

        assertThat(json()).isEqualTo("""
                {"version":"1.2.3","pid":%d,"generation":4,"uptime_seconds":61.005,\
                "counters":{%s},"ended":{%s},\
                "reports":{"accepted":7,"refused":{"cut":0,"replay":5}},\
                "upstreams":[{"name":"lamps","method":"least_conn","queue":null,"nodes":[\
                {"name":"a","address":"10.0.0.1:1883","backup":false,"state":"up",\
                "state_set_by":"configuration",\
                "weight":{"value":1,"reason":"configured","set_by":"configuration","age_ms":250,"configured":1},\
                "ramp_percent":100,"ordered":{"state":null,"weight":null},"health_checks":null,"forecast":null,\
                "in_flight":1,"sessions":2,"failures":1,"bytes_to_node":300,"bytes_from_node":70,\
                "connect_us":{"count":2,"mean":30,"p50":20,"p90":40,"p99":40,"p99_9":40,"max":40},\
                "response_us":{"count":0,"mean":null,"p50":null,"p90":null,"p99":null,"p99_9":null,"max":null}},\
                {"name":"10.0.0.2:1883","address":"10.0.0.2:1883","backup":true,"state":"up",\
                "state_set_by":"configuration",\
                "weight":{"value":2,"reason":"configured","set_by":"configuration","age_ms":250,"configured":2},\
                "ramp_percent":100,"ordered":{"state":null,"weight":null},"health_checks":null,"forecast":null,\
                "in_flight":0,"sessions":0,"failures":0,"bytes_to_node":0,"bytes_from_node":0,\
                "connect_us":{"count":0,"mean":null,"p50":null,"p90":null,"p99":null,"p99_9":null,"max":null},\
                "response_us":{"count":0,"mean":null,"p50":null,"p90":null,"p99":null,"p99_9":null,"max":null}}]}]}""".formatted(
                        ProcessHandle.current().pid(),
                        values(Counter.values(), Counter.TCP_SESSIONS, Counter.SESSIONS_ENDED),
                        values(EndReason.values(), EndReason.IDLE)));
    }

    @Test
    void aQueueShowsWhoWaitsAndWhatBecameOfThoseWhoDid() throws Exception {
        state.serve(1, FixedState.upstream("u", FixedState.node("u", 1)));
        state.queues.put("u", new ShownQueue(100, 7, 50, 3, 2));

        assertThat(tree().at("/upstreams/0/queue"))
                .hasToString("{\"size\":100,\"waiting\":7,\"queued\":50,\"timed_out\":3,\"overflowed\":2}");
    }

    @Test
    void healthChecksShowTheirFigures() throws Exception {
        Node node = FixedState.node("u", 1);
        state.serve(1, FixedState.upstream("u", node));
        state.health.put(node, new ShownHealth(9, 4, 1, true));

        assertThat(tree().at("/upstreams/0/nodes/0/health_checks"))
                .hasToString("{\"checks\":9,\"fails\":4,\"unhealthy\":1,\"last_passed\":true}");
    }

    @Test
    void aNodeThatHealthChecksFoundUnfitIsShownAsThat() throws Exception {
        Node node = FixedState.node("u", 1);
        state.serve(1, FixedState.upstream("u", node));
        node.activeHealth(ActiveHealth.CHECKING);
        assertThat(tree().at("/upstreams/0/nodes/0/state").textValue()).isEqualTo("checking");
        node.activeHealth(ActiveHealth.UNHEALTHY);
        assertThat(tree().at("/upstreams/0/nodes/0/state").textValue()).isEqualTo("unhealthy");
        assertThat(tree().at("/upstreams/0/nodes/0/state_set_by").textValue()).isEqualTo("health");
        node.order(new AdminOrder(Optional.of(Availability.UP), OptionalInt.empty()));
        assertThat(tree().at("/upstreams/0/nodes/0/state").textValue()).isEqualTo("up");
    }

    @Test
    void aForecastShowsWhatIsExpectedAndWhereItComesFrom() throws Exception {
        Node fitted = FixedState.node("u", 1);
        Node plain = FixedState.node("u", 2);
        Node fresh = FixedState.node("u", 3);
        OptionalDouble unknown = OptionalDouble.empty();
        state.forecasts.put(
                fitted,
                new ShownForecast(
                        OptionalDouble.of(13.9),
                        OptionalDouble.of(14.25),
                        false,
                        50,
                        Optional.of(new ShownForecast.Model(
                                "arima", 1, "(1,0,0)+mean", OptionalDouble.of(1.5), OptionalDouble.of(2), true))));
        state.forecasts.put(plain, new ShownForecast(OptionalDouble.of(28), unknown, true, 2, Optional.empty()));
        state.forecasts.put(
                fresh,
                new ShownForecast(
                        unknown,
                        unknown,
                        true,
                        0,
                        Optional.of(new ShownForecast.Model("none", 5, "(0,0,0)+mean", unknown, unknown, true))));
        state.serve(1, FixedState.upstream("u", fitted, plain, fresh));

        JsonNode nodes = tree().at("/upstreams/0/nodes");
        assertThat(nodes.at("/0/forecast"))
                .hasToString(
                        "{\"predicted_us\":13900,\"threshold_us\":14250,\"threshold_used\":false,\"samples\":50,\"model\":\"arima\","
                                + "\"order\":\"(1,0,0)+mean\",\"error_us\":1500,\"last_value_error_us\":2000,\"used\":true}");
        assertThat(nodes.at("/1/forecast"))
                .hasToString(
                        "{\"predicted_us\":28000,\"threshold_us\":null,\"threshold_used\":true,\"samples\":2,\"model\":null,"
                                + "\"order\":null,\"error_us\":null,\"last_value_error_us\":null,\"used\":null}");
        assertThat(nodes.at("/2/forecast/predicted_us").isNull()).isTrue();
    }

    @Test
    void aNodeIsDownOrFailedOrFullInThisOrder() throws Exception {
        Node down = full(FixedState.node("u", 1, 0, 1, false, Optional.empty()));
        down.settings(FixedState.node("u", 1, 0, 1, true, Optional.empty()).settings(), false);
        Node failed = full(FixedState.node("u", 2, 0, 1, false, Optional.empty()));
        Node full = full(FixedState.node("u", 3, 0, 1, false, Optional.empty()));
        Node up = FixedState.node("u", 4, 0, 1, false, Optional.empty());
        down.failed(FixedState.NOW_MS);
        failed.failed(FixedState.NOW_MS);
        state.serve(1, FixedState.upstream("u", down, failed, full, up));

        assertThat(tree().at("/upstreams/0/nodes"))
                .extracting(each -> each.get("state").asText()
                        + " by "
                        + each.get("state_set_by").asText())
                .containsExactly(
                        "down by configuration", "failed by health", "full by configuration", "up by configuration");
    }

    @Test
    void anOrderAndWhatTheAgentAsksForAreShownWithWhoseWordItIs() throws Exception {
        Node drained = FixedState.node("u", 1);
        Node ordered = FixedState.node("u", 2);
        drained.agentDraining(true);
        ordered.agentDraining(true);
        ordered.order(new AdminOrder(Optional.of(Availability.UP), OptionalInt.of(7)));
        state.serve(1, FixedState.upstream("u", drained, ordered));

        JsonNode nodes = tree().at("/upstreams/0/nodes");
        assertThat(nodes.at("/0/state").asText()).isEqualTo("draining");
        assertThat(nodes.at("/0/state_set_by").asText()).isEqualTo("agent");
        assertThat(nodes.at("/0/ordered")).hasToString("{\"state\":null,\"weight\":null}");
        assertThat(nodes.at("/1/state").asText()).isEqualTo("up");
        assertThat(nodes.at("/1/state_set_by").asText()).isEqualTo("admin");
        assertThat(nodes.at("/1/ordered")).hasToString("{\"state\":\"up\",\"weight\":7}");
    }

    @Test
    void aFailedNodeIsUpAgainWhenFailTimeoutIsOver() throws Exception {
        Node node = FixedState.node("u", 1);
        node.failed(FixedState.NOW_MS - 10_001);
        state.serve(1, FixedState.upstream("u", node));

        assertThat(tree().at("/upstreams/0/nodes/0/state").asText()).isEqualTo("up");
    }

    @Test
    void namesAreEscaped() throws Exception {
        state.serve(1, FixedState.upstream("a\"b\\c\u0001é", FixedState.node("u", 1)));

        assertThat(tree().at("/upstreams/0/name").asText()).isEqualTo("a\"b\\c\u0001é");
    }

    @Test
    void everyMethodOfTheLanguageHasAWord() {
        assertThat(Snapshot.METHOD_WORDS).containsOnlyKeys(methods());
    }

    @SuppressWarnings("unchecked") // permitted subclasses of an interface implement it
    private static Class<? extends BalancingMethod>[] methods() {
        return (Class<? extends BalancingMethod>[]) BalancingMethod.class.getPermittedSubclasses();
    }

    private static Node full(Node node) {
        assertThat(node.tryBorrow(0)).isTrue();
        return node;
    }

    /** Every constant as a key, with 1 for those named and 0 for the others. */
    private static String values(Enum<?>[] all, Enum<?>... counted) {
        return Arrays.stream(all)
                .map(each -> "\"" + each.name().toLowerCase(Locale.ROOT) + "\":"
                        + (Arrays.asList(counted).contains(each) ? 1 : 0))
                .collect(Collectors.joining(","));
    }

    private JsonNode tree() throws Exception {
        return new ObjectMapper().readTree(json());
    }

    private String json() {
        return new String(StateJson.bytes(Snapshot.of(state)), StandardCharsets.UTF_8);
    }
}
