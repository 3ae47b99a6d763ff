package io.lamplighter.simulator.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.simulator.measure.Count;
import io.lamplighter.simulator.measure.Phase;
import io.lamplighter.simulator.report.RunSummary;
import io.lamplighter.simulator.scenario.Protocol;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lamps that speak MQTT 3.1.1 by Netty's codec. */
@Timeout(120)
class MqttLampsTest {
    @TempDir
    private Path dir;

    @Test
    void everyReportIsAcknowledgedByTheBroker() throws Exception {
        try (EmbeddedBroker broker = new EmbeddedBroker(true)) {
            RunSummary run =
                    MqttRun.of(Protocol.MQTT, broker.address(), dir).run("warmup=1s", "duration=2s", "jitter=0%");

            assertThat(run.errorsByKind()).isEmpty();
            assertThat(run.exchanges()).isEqualTo(200);
            assertThat(run.count(Count.MQTT_SESSIONS)).isEqualTo(20);
            assertThat(run.count(Count.TCP_SESSIONS)).isEqualTo(20);
            assertThat(run.times(Phase.LOGIN).count()).isEqualTo(20);
            assertThat(run.times(Phase.EXCHANGE).p50Ms()).isPositive();
        }
    }

    @Test
    void aReportWithoutAnAnswerIsOverWhenItIsSent() throws Exception {
        try (EmbeddedBroker broker = new EmbeddedBroker(true)) {
            RunSummary run = MqttRun.of(Protocol.MQTT, broker.address(), dir)
                    .run("warmup=1s", "duration=2s", "jitter=0%", "qos=0");

            assertThat(run.errorsByKind()).isEmpty();
            assertThat(run.exchanges()).isEqualTo(200);
        }
    }

    @Test
    void aLampThatIsNotWantedIsRefused() throws Exception {
        try (EmbeddedBroker broker = new EmbeddedBroker(false)) {
            RunSummary run = MqttRun.of(Protocol.MQTT, broker.address(), dir)
                    .run("warmup=200ms", "duration=1s", "timeout=500ms");

            assertThat(run.exchanges()).isZero();
            assertThat(run.count(Count.TCP_SESSIONS)).isPositive();
            assertThat(run.count(Count.MQTT_SESSIONS)).isZero();
            assertThat(run.errorsByKind()).containsKey("refused").doesNotContainKey("bad_answer");
        }
    }

    /** The broker gives up a lamp that is silent for 1.5 times its keep-alive of one second. */
    @Test
    void lampsThatHardlySpeakKeepTheirSessionsAliveByPings() throws Exception {
        try (EmbeddedBroker broker = new EmbeddedBroker(true)) {
            RunSummary run = MqttRun.of(Protocol.MQTT, broker.address(), dir)
                    .lamps(5, 0.5)
                    .run("warmup=0", "duration=4s", "keep-alive=1s");

            assertThat(run.errorsByKind()).isEmpty();
            assertThat(run.count(Count.MQTT_SESSIONS)).isEqualTo(5);
        }
    }
}
