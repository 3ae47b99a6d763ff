package io.lamplighter.balancer.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.admin.ShownReports.Refused;
import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.measure.NodeMeter;
import io.lamplighter.balancer.node.AdminOrder;
import io.lamplighter.balancer.node.Availability;
import io.lamplighter.balancer.node.Node;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MetricsTest {
    private static final Pattern COMMENT = Pattern.compile("# (HELP|TYPE) [a-z_0-9]+ .+");
    private static final Pattern SAMPLE = Pattern.compile(
            "([a-z_0-9]+(?:\\{[a-z_]+=\"(?:[^\"\\\\]|\\\\[\"\\\\n])*\"(?:,[a-z_]+=\"(?:[^\"\\\\]|\\\\[\"\\\\n])*\")*\\})?)"
                    + " ([0-9]+\\.[0-9]+(?:E-?[0-9]+)?|[0-9]+)");

    private final FixedState state = new FixedState();

    @Test
    void everyLineIsWellFormedAndNoSeriesStandsTwice() {
        state.serve(
                1,
                FixedState.upstream("lamps", FixedState.node("lamps", 1), FixedState.node("lamps", 2)),
                FixedState.upstream("a\"b\\c\nd", FixedState.node("a\"b\\c\nd", 1)));

        List<String> series = series();

        assertThat(series).doesNotHaveDuplicates().anyMatch(each -> each.contains("upstream=\"a\\\"b\\\\c\\nd\""));
    }

    @Test
    void countersAndEndReasonsAreTotals() {
        state.counters.count(Counter.RELOADS);
        state.counters.count(Counter.TCP_SESSIONS);
        state.counters.count(Counter.TCP_SESSIONS);
        state.counters.ended(EndReason.NODE_RESET);

        assertThat(lines())
                .contains(
                        "# TYPE lamplighter_reloads_total counter",
                        "lamplighter_reloads_total 1.0",
                        "lamplighter_tcp_sessions_total 2.0",
                        "lamplighter_sessions_ended_total{reason=\"node_reset\"} 1.0",
                        "lamplighter_sessions_ended_total{reason=\"idle\"} 0.0",
                        "lamplighter_sessions_open 1.0",
                        "lamplighter_generation 1.0",
                        "lamplighter_uptime_seconds 61.005",
                        "lamplighter_build_info{version=\"1.2.3\"} 1");
    }

    @Test
    void everyCounterHasItsFamily() {
        String text = String.join("\n", lines());

        for (Counter counter : Counter.values()) {
            assertThat(text).contains("# HELP lamplighter_" + counter.lowerName() + "_total " + counter.meaning());
        }
    }

    @Test
    void reportsAreCountedAsBelievedOrByTheReasonForTheirRefusal() {
        state.reports = new ShownReports(7, List.of(new Refused("cut", 0), new Refused("replay", 5)));

        assertThat(lines())
                .contains(
                        "# TYPE lamplighter_reports_accepted_total counter",
                        "lamplighter_reports_accepted_total 7.0",
                        "# TYPE lamplighter_reports_refused_total counter",
                        "lamplighter_reports_refused_total{reason=\"cut\"} 0.0",
                        "lamplighter_reports_refused_total{reason=\"replay\"} 5.0");
    }

    @Test
    void aNodeShowsItsFigures() {
        Node node = FixedState.node("lamps", 1, 0, 0, false, Optional.of("a"));
        state.serve(1, FixedState.upstream("lamps", node));
        node.tryBorrow(0);
        NodeMeter meter = state.loop.of(node);
        meter.sessionBegun();
        meter.tryFailed();
        meter.sentToNode(300);
        meter.receivedFromNode(70);
        meter.responded(-1);

        assertThat(ofNode("address=\"10.0.0.1:1883\",node=\"a\",upstream=\"lamps\""))
                .contains(
                        "lamplighter_node_in_flight{*} 1.0",
                        "lamplighter_node_weight{*} 1.0",
                        "lamplighter_node_weight_age_seconds{*} 0.25",
                        "lamplighter_node_ramp_ratio{*} 1.0",
                        "lamplighter_node_ordered{*} 0.0",
                        "lamplighter_node_sessions_total{*} 1.0",
                        "lamplighter_node_failures_total{*} 1.0",
                        "lamplighter_node_sent_bytes_total{*} 300.0",
                        "lamplighter_node_received_bytes_total{*} 70.0",
                        "lamplighter_node_durations_dropped_total{*} 1.0");
    }

    @Test
    void aForecastShowsItsFiguresAndWhatIsUnknownHasNoSeries() {
        Node known = FixedState.node("lamps", 1, 0, 0, false, Optional.of("a"));
        Node fresh = FixedState.node("lamps", 2, 0, 0, false, Optional.of("b"));
        OptionalDouble unknown = OptionalDouble.empty();
        state.forecasts.put(
                known,
                new ShownForecast(
                        OptionalDouble.of(12.5),
                        OptionalDouble.of(0.05),
                        true,
                        50,
                        Optional.of(new ShownForecast.Model(
                                "ar1_mean", 2, "(1,0,0)+mean", OptionalDouble.of(1.5), OptionalDouble.of(2), false))));
        state.forecasts.put(fresh, new ShownForecast(unknown, unknown, true, 0, Optional.empty()));
        state.serve(1, FixedState.upstream("lamps", known, fresh, FixedState.node("lamps", 3)));

        assertThat(series()).doesNotHaveDuplicates();
        assertThat(ofNode("address=\"10.0.0.1:1883\","))
                .contains(
                        "lamplighter_node_predicted_response_seconds{*node=\"a\",upstream=\"lamps\"} 0.0125",
                        "lamplighter_node_response_threshold_seconds{*node=\"a\",upstream=\"lamps\"} 5.0E-5",
                        "lamplighter_node_forecast_error_seconds{*forecast=\"model\",node=\"a\",upstream=\"lamps\"}"
                                + " 0.0015",
                        "lamplighter_node_forecast_error_seconds{*forecast=\"last_value\",node=\"a\",upstream=\"lamps\"}"
                                + " 0.002",
                        "lamplighter_node_forecast_ladder_position{*node=\"a\",upstream=\"lamps\"} 2.0",
                        "lamplighter_node_forecast_used{*node=\"a\",upstream=\"lamps\"} 0.0");
        assertThat(lines())
                .noneMatch(line -> line.startsWith("lamplighter_node_predicted") && !line.contains("10.0.0.1:1883"))
                .noneMatch(line -> line.startsWith("lamplighter_node_forecast") && !line.contains("10.0.0.1:1883"));
    }

    @Test
    void aQueueShowsItsFigures() {
        state.serve(1, FixedState.upstream("lamps", FixedState.node("lamps", 1)), FixedState.upstream("other"));
        state.queues.put("lamps", new ShownQueue(100, 7, 50, 3, 2));

        assertThat(lines())
                .contains(
                        "lamplighter_queue_size{upstream=\"lamps\"} 100.0",
                        "lamplighter_queue_waiting{upstream=\"lamps\"} 7.0",
                        "lamplighter_queue_sessions_total{upstream=\"lamps\"} 50.0",
                        "lamplighter_queue_timed_out_total{upstream=\"lamps\"} 3.0",
                        "lamplighter_queue_overflowed_total{upstream=\"lamps\"} 2.0")
                .noneMatch(line -> line.startsWith("lamplighter_queue") && line.contains("other"));
    }

    @Test
    void theStateOfANodeIsTheOneThatIsOne() {
        state.serve(1, FixedState.upstream("u", FixedState.node("u", 1, 0, 0, true, Optional.of("a"))));

        assertThat(ofNode("address=\"10.0.0.1:1883\",node=\"a\""))
                .contains(
                        "lamplighter_node_state{*,state=\"up\",upstream=\"u\"} 0.0",
                        "lamplighter_node_state{*,state=\"failed\",upstream=\"u\"} 0.0",
                        "lamplighter_node_state{*,state=\"down\",upstream=\"u\"} 1.0",
                        "lamplighter_node_state{*,state=\"full\",upstream=\"u\"} 0.0");
    }

    @Test
    void whoSetTheWeightIsTheOneThatIsOneAndAnOrderIsSeen() {
        Node node = FixedState.node("u", 1, 0, 0, false, Optional.of("a"));
        node.order(new AdminOrder(Optional.of(Availability.DRAIN), OptionalInt.empty()));
        state.rampPercent = 55;
        state.serve(1, FixedState.upstream("u", node));

        assertThat(ofNode("address=\"10.0.0.1:1883\",node=\"a\""))
                .contains(
                        "lamplighter_node_weight_set_by{*,set_by=\"admin\",upstream=\"u\"} 0.0",
                        "lamplighter_node_weight_set_by{*,set_by=\"agent\",upstream=\"u\"} 0.0",
                        "lamplighter_node_weight_set_by{*,set_by=\"configuration\",upstream=\"u\"} 1.0",
                        "lamplighter_node_ramp_ratio{*,upstream=\"u\"} 0.55",
                        "lamplighter_node_ordered{*,upstream=\"u\"} 1.0");
    }

    @Test
    void durationsAreCumulativeBucketsInSeconds() {
        Node node = FixedState.node("lamps", 1, 0, 0, false, Optional.of("a"));
        state.serve(1, FixedState.upstream("lamps", node));
        NodeMeter meter = state.loop.of(node);
        meter.connected(0);
        meter.connected(100_000);
        meter.connected(101_000);
        meter.connected(60_000_000_000L);

        assertThat(ofNode("address=\"10.0.0.1:1883\",node=\"a\",upstream=\"lamps\""))
                .contains(
                        "lamplighter_node_connect_seconds_bucket{*,le=\"1.0E-4\"} 2",
                        "lamplighter_node_connect_seconds_bucket{*,le=\"2.5E-4\"} 3",
                        "lamplighter_node_connect_seconds_bucket{*,le=\"10.0\"} 3",
                        "lamplighter_node_connect_seconds_bucket{*,le=\"+Inf\"} 4",
                        "lamplighter_node_connect_seconds_count{*} 4",
                        "lamplighter_node_response_seconds_bucket{*,le=\"+Inf\"} 0");
    }

    @Test
    void aScrapeKeepsWhatTheOneBeforeItSaw() {
        Node node = FixedState.node("lamps", 1);
        state.serve(1, FixedState.upstream("lamps", node));
        state.loop.of(node).connected(20_000);
        lines();
        state.loop.of(node).connected(20_000);

        assertThat(lines())
                .anyMatch(line -> line.startsWith("lamplighter_node_connect_seconds_count{") && line.endsWith(" 2"))
                .anyMatch(line -> line.startsWith("lamplighter_node_connect_seconds_sum{") && line.endsWith(" 4.0E-5"));
    }

    @Test
    void sessionsOfAnyNumberAndKindMakeNoSeries() {
        Node node = FixedState.node("lamps", 1);
        state.serve(1, FixedState.upstream("lamps", node));
        List<String> before = series();
        Random random = new Random(7);
        NodeMeter meter = state.loop.of(node);
        EndReason[] reasons = EndReason.values();
        for (int i = 0; i < 100_000; i++) {
            state.counters.count(Counter.TCP_SESSIONS);
            meter.sessionBegun();
            meter.connected(random.nextLong(1_000_000_000));
            meter.responded(random.nextLong(100_000_000_000L));
            state.counters.ended(reasons[i % reasons.length]);
        }

        assertThat(series()).isEqualTo(before);
    }

    @Test
    void theSeriesOfARemovedNodeGoWithItsGeneration() {
        Node stays = FixedState.node("lamps", 1);
        Node goes = FixedState.node("lamps", 2);
        state.serve(1, FixedState.upstream("lamps", stays));
        List<String> before = series();
        state.serve(2, FixedState.upstream("lamps", stays, goes));
        assertThat(series()).anyMatch(each -> each.contains("10.0.0.2"));
        state.serve(3, FixedState.upstream("lamps", stays));

        assertThat(series()).isEqualTo(before);
    }

    @Test
    void anAddressThatStandsTwiceInAnUpstreamHasSeriesOfItsOwn() {
        state.serve(
                1,
                FixedState.upstream(
                        "lamps",
                        FixedState.node("lamps", 1, 0, 0, false, Optional.of("a")),
                        FixedState.node("lamps", 1, 1, 0, false, Optional.of("a"))));

        assertThat(series())
                .doesNotHaveDuplicates()
                .contains(
                        "lamplighter_node_weight{address=\"10.0.0.1:1883\",node=\"a\",upstream=\"lamps\"}",
                        "lamplighter_node_weight{address=\"10.0.0.1:1883#2\",node=\"a\",upstream=\"lamps\"}");
    }

    /** Every sample line without its value; fails on a line the format does not allow. */
    private List<String> series() {
        List<String> series = new ArrayList<>();
        Set<String> families = new HashSet<>();
        for (String line : lines()) {
            if (line.startsWith("#")) {
                assertThat(line).matches(COMMENT);
                assertThat(families.add(line.substring(0, line.indexOf(' ', 7))))
                        .as(line)
                        .isTrue();
                continue;
            }
            var sample = SAMPLE.matcher(line);
            assertThat(sample.matches()).as(line).isTrue();
            series.add(sample.group(1));
        }
        return series;
    }

    /** The sample lines of the node with these labels, which become a star. */
    private List<String> ofNode(String labels) {
        return lines().stream()
                .filter(line -> line.contains(labels))
                .map(line -> line.replace(labels, "*"))
                .toList();
    }

    private List<String> lines() {
        String text = new Pages(state).page("/metrics").body().toString(StandardCharsets.UTF_8);
        assertThat(text).endsWith("\n");
        return text.lines().toList();
    }
}
