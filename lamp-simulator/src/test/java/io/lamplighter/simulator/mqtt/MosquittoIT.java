package io.lamplighter.simulator.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.simulator.FreePort;
import io.lamplighter.simulator.Lifeline;
import io.lamplighter.simulator.measure.Count;
import io.lamplighter.simulator.measure.Phase;
import io.lamplighter.simulator.process.Child;
import io.lamplighter.simulator.process.Children;
import io.lamplighter.simulator.report.RunSummary;
import io.lamplighter.simulator.scenario.Protocol;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lamps, the balancer as a process of its own, and two Mosquittos behind it. */
@Timeout(180)
class MosquittoIT {
    private static final int REAL_LAMPS = 8;

    @TempDir
    private Path dir;

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"MQTT", "MQTT5"})
    void lampsOfBothVersionsAreServedThroughTheBalancer(Protocol protocol) throws Exception {
        try (Mosquitto one = Mosquitto.start(dir, "one");
                Mosquitto two = Mosquitto.start(dir, "two");
                Children children = new Children("the balancer is stopped")) {
            InetSocketAddress balancer = startBalancer(children, one, two);

            RunSummary run = MqttRun.of(protocol, balancer, dir).run("warmup=1s", "duration=3s", "jitter=0%");

            assertThat(run.errorsByKind())
                    .as(() -> "the balancer said: " + balancerLog())
                    .isEmpty();
            assertThat(run.exchanges()).isEqualTo(300);
            assertThat(run.count(Count.MQTT_SESSIONS)).isEqualTo(20);
        }
    }

    /** Paho's own clients with quality of service 1, and an audit at both brokers of what arrived there. */
    @Test
    void whatRealClientsSendWithQualityOfServiceOneArrivesAndNoneIsLost() throws Exception {
        try (Mosquitto one = Mosquitto.start(dir, "one");
                Mosquitto two = Mosquitto.start(dir, "two");
                Children children = new Children("the balancer is stopped")) {
            InetSocketAddress balancer = startBalancer(children, one, two);

            RunSummary run = MqttRun.of(Protocol.MQTT5, balancer, dir)
                    .realLamps(REAL_LAMPS, one.address(), two.address())
                    .run("warmup=4s", "duration=5s");

            assertThat(run.errorsByKind()).isEmpty();
            // a report of each real lamp every half second for five seconds
            assertThat(run.count(Count.REAL_ACKNOWLEDGED)).isEqualTo(REAL_LAMPS * 10);
            assertThat(run.count(Count.AUDIT_LOST)).isZero();
            // what the other lamps sent, in the warm-up too, has arrived as well
            assertThat(run.count(Count.AUDIT_ARRIVED)).isEqualTo(run.count(Count.ANSWERED));
            assertThat(run.groups().get("real").count()).isEqualTo(REAL_LAMPS * 10);
            assertThat(run.times(Phase.LOGIN).count()).isEqualTo(20 + REAL_LAMPS);
            assertThat(run.notes().get(0))
                    .startsWith("audit: of 80 reports of real lamps that were acknowledged, 0 did not");
        }
    }

    /** The audit must be able to fail: at one of two brokers only half of the reports arrive. */
    @Test
    void anAuditThatSeesOneOfTwoBrokersMissesWhatWentToTheOther() throws Exception {
        try (Mosquitto one = Mosquitto.start(dir, "one");
                Mosquitto two = Mosquitto.start(dir, "two");
                Children children = new Children("the balancer is stopped")) {
            InetSocketAddress balancer = startBalancer(children, one, two);

            RunSummary run = MqttRun.of(Protocol.MQTT5, balancer, dir)
                    .realLamps(REAL_LAMPS, one.address())
                    .run("warmup=4s", "duration=2s", "timeout=2s");

            assertThat(run.count(Count.REAL_ACKNOWLEDGED)).isEqualTo(REAL_LAMPS * 4);
            assertThat(run.count(Count.AUDIT_LOST)).isPositive();
        }
    }

    private String balancerLog() {
        try {
            return Files.readString(dir.resolve("balancer.log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private InetSocketAddress startBalancer(Children children, Mosquitto one, Mosquitto two) throws IOException {
        InetSocketAddress listen = FreePort.nextAddress();
        int apiPort = FreePort.next();
        Path configuration = Files.writeString(dir.resolve("balancer.conf"), """
                worker_processes 1;
                pid balancer.pid;
                events { }
                stream {
                    api { listen 127.0.0.1:%d; }
                    upstream brokers { server 127.0.0.1:%d; server 127.0.0.1:%d; }
                    server { listen 127.0.0.1:%d; proxy_pass brokers; }
                }
                """.formatted(
                        apiPort, one.address().getPort(), two.address().getPort(), listen.getPort()));
        children.start(() -> Child.start(
                "the balancer",
                dir.resolve("balancer.log"),
                line -> false,
                List.of("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"),
                List.of(
                        Lifeline.class.getName(),
                        "io.lamplighter.balancer.Lamplighter",
                        "-p",
                        dir.toString(),
                        "-c",
                        configuration.toString(),
                        "-e",
                        "stderr",
                        "-g",
                        "daemon off;")));
        HttpRequest state = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + apiPort + "/state"))
                .build();
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() -> HttpClient.newHttpClient()
                                .send(state, HttpResponse.BodyHandlers.discarding())
                                .statusCode()
                        == 200);
        return listen;
    }
}
