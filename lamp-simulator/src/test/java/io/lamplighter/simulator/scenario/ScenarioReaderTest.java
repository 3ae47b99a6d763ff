package io.lamplighter.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lamplighter.simulator.scenario.Arrival.Shape;
import io.lamplighter.simulator.scenario.Event.Ending;
import io.lamplighter.simulator.scenario.Event.PowerCut;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ScenarioReaderTest {
    @TempDir
    private Path dir;

    @Test
    void everythingAFileSaysIsInTheScenario() throws IOException, ScenarioException {
        Scenario scenario = read("""
                # comment
                about    = two kinds    # in all
                warmup   = 2s
                duration = 1m
                arrive   = 30s dusk
                timeout  = 5s

                [lamps modern]
                share        = 75%
                protocol     = mqtt5
                interval     = 10s
                jitter       = 20%
                payload      = 40..200
                reconnect    = 1s..60s jitter 50%
                session      = 5m
                first-report = on-arrival
                qos          = 0
                keep-alive   = 30s

                [lamps old]
                share     = 25%
                interval  = 5s
                reconnect = at-once
                abandon   = 1m
                read      = 8k/s

                [at 20s]
                power-cut = 50% for 3s by silence
                """);

        assertThat(scenario.name()).isEqualTo("test");
        assertThat(scenario.about()).isEqualTo("two kinds");
        assertThat(scenario.warmup()).isEqualTo(Duration.ofSeconds(2));
        assertThat(scenario.duration()).isEqualTo(Duration.ofMinutes(1));
        assertThat(scenario.arrival()).isEqualTo(new Arrival(Duration.ofSeconds(30), Shape.DUSK));
        assertThat(scenario.timeout()).isEqualTo(Duration.ofSeconds(5));
        LampGroup modern = scenario.groups().get(0);
        assertThat(modern.share()).isEqualTo(0.75);
        assertThat(modern.protocol()).contains(Protocol.MQTT5);
        assertThat(modern.jitter()).isEqualTo(0.2);
        assertThat(modern.minPayloadBytes()).isEqualTo(40);
        assertThat(modern.maxPayloadBytes()).isEqualTo(200);
        assertThat(modern.reconnect()).isEqualTo(Reconnect.BACK_OFF);
        assertThat(modern.session().mean()).contains(Duration.ofMinutes(5));
        assertThat(modern.reportsOnArrival()).isTrue();
        assertThat(modern.qos()).isZero();
        assertThat(modern.keepAlive()).isEqualTo(Duration.ofSeconds(30));
        LampGroup old = scenario.groups().get(1);
        assertThat(old.protocol()).isEmpty();
        assertThat(old.reconnect()).isEqualTo(Reconnect.AT_ONCE);
        assertThat(old.abandonEvery()).contains(Duration.ofMinutes(1));
        assertThat(old.readBytesPerSecond()).hasValue(8192);
        assertThat(scenario.events())
                .containsExactly(new TimedEvent(
                        Duration.ofSeconds(20), new PowerCut(0.5, Duration.ofSeconds(3), Ending.SILENCE)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    speed = 3 | test.scenario:1: scenarios have no "speed", only about, warmup
                    duration = 5 | test.scenario:1: duration: expected a time, such as 500ms, 2s or 15m, found "5"
                    duration = 0 | test.scenario:1: duration: expected a time above 0, found "0"
                    nonsense | test.scenario:1: expected key = value, [lamps NAME] or [at TIME], found "nonsense"
                    [cars x] | test.scenario:1: expected [lamps NAME] or [at TIME], found "[cars x]"
                    [lamps a,b] | test.scenario:1: expected a name of at most 32 letters, digits, - and _, found "a,b"
                    [at soon] | test.scenario:1: at: expected a time
                    arrive = 2m dawn | test.scenario:1: arrive: expected one of even, dusk, found "dawn"
                    """)
    void aWrongLineIsNamedWithWhatIsExpected(String line, String message) {
        assertThatThrownBy(() -> read(line))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    colour = red | lamps have no "colour", only share, protocol
                    share = 120% | share: expected a percentage of 0%..100%, found "120%"
                    protocol = coap | protocol: expected one of tcp, udp, mqtt, mqtt5, found "coap"
                    payload = 3 | payload: expected a size or a range LEAST..GREATEST of 16..65000, found "3"
                    payload = 90..40 | payload: expected a size or a range
                    reconnect = 60s..1s | reconnect: expected a back-off whose longest wait is not below its first
                    reconnect = never | reconnect: expected at-once, or a back-off such as 1s..60s jitter 50%
                    session = short | session: expected kept, per-report, or a mean life such as 30s
                    read = 8k | read: expected a rate such as 8k/s
                    qos = 2 | qos: expected 0 or 1
                    """)
    void aWrongValueOfLampsIsNamedToo(String line, String message) {
        assertThatThrownBy(() -> read("[lamps a]\n" + line))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("test.scenario:2: ")
                .hasMessageContaining(message);
    }

    @Test
    void allFaultsAreToldAtOnce() {
        assertThatThrownBy(() ->
                        read("duration = x\n[lamps a]\nshare = 40%\nrebind = 3s\nshare = 50%\n[at 1s]\nrain = hard"))
                .hasMessageContaining("test.scenario:1: duration")
                .hasMessageContaining("test.scenario:5: share is said twice")
                .hasMessageContaining("test.scenario:7: events have no \"rain\", only power-cut, lose-node")
                .hasMessageContaining("lamps a: rebind is for UDP lamps: say protocol = udp too")
                .hasMessageContaining("the shares of all lamps must add up to 100%, found 40%");
    }

    @Test
    void settingsOverrideTheFileForAllLamps() throws IOException, ScenarioException {
        Scenario scenario = Scenarios.read("power-cut", List.of("interval=7s", "duration=3s"));

        assertThat(scenario.groups())
                .hasSize(2)
                .allMatch(group -> group.interval().equals(Duration.ofSeconds(7)));
        assertThat(scenario.duration()).isEqualTo(Duration.ofSeconds(3));
        assertThatThrownBy(() -> Scenarios.read("steady", List.of("weather=bad")))
                .hasMessageStartingWith("--set weather=bad: scenarios have no \"weather\"");
    }

    @Test
    void hoursAreCompressed() throws IOException, ScenarioException {
        LampGroup held = Scenarios.read("held", List.of()).groups().get(0);

        assertThat(held.interval()).isEqualTo(Duration.ofSeconds(15));
        assertThat(held.keepAlive()).isEqualTo(Duration.ofSeconds(10));
        assertThat(held.reconnect().longest()).isEqualTo(Duration.ofSeconds(1));
    }

    static List<String> builtIn() {
        return Scenarios.builtIn();
    }

    @ParameterizedTest
    @MethodSource("builtIn")
    void everyBuiltInScenarioCanBeRead(String name) throws IOException, ScenarioException {
        Scenario scenario = Scenarios.read(name, List.of());

        assertThat(scenario.name()).isEqualTo(name);
        assertThat(scenario.about()).isNotEmpty();
        assertThat(scenario.speaking(Map.of(Protocol.TCP, 1.0)).groups())
                .allMatch(group -> group.protocol().isPresent());
    }

    @Test
    void aMixOfProtocolsSplitsTheLampsThatNameNone() throws IOException, ScenarioException {
        Scenario scenario = Scenarios.read("slow-reader", List.of());

        Scenario mixed = scenario.speaking(Map.of(Protocol.TCP, 0.5, Protocol.UDP, 0.5));

        assertThat(mixed.groups())
                .extracting(LampGroup::name)
                .containsExactlyInAnyOrder("quick-tcp", "quick-udp", "slow");
        assertThat(mixed.groups().stream().mapToDouble(LampGroup::share).sum()).isEqualTo(1);
    }

    @Test
    void aRateScalesEveryIntervalAlike() throws IOException, ScenarioException {
        Scenario scenario =
                Scenarios.read("slow-reader", List.of()); // 90 % at 2 s, 10 % at 20 s: 0.455/s for each lamp

        Scenario scaled = scenario.atRate(91, 100);

        assertThat(scaled.groups().get(0).interval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(scaled.groups().get(1).interval()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void duskComesSlowlyThenFastThenSlowlyAndKeepsItsOrder() {
        Arrival dusk = new Arrival(Duration.ofSeconds(100), Shape.DUSK);

        assertThat(dusk.comesNs(0)).isZero();
        assertThat(dusk.comesNs(0.5)).isEqualTo(50_000_000_000L);
        assertThat(dusk.comesNs(1)).isEqualTo(100_000_000_000L);
        // 3t² - 2t³ at t = 0.25 is 0.15625: a quarter of the time, less than a sixth of the lamps
        assertThat(dusk.comesNs(0.15625)).isBetween(24_999_999_000L, 25_000_001_000L);
        for (int percent = 0; percent < 100; percent++) {
            assertThat(dusk.comesNs(percent / 100.0)).isLessThan(dusk.comesNs((percent + 1) / 100.0));
        }
    }

    @Test
    void backOffDoublesToItsLimitAndChanceOnlyShortensIt() {
        assertThat(Reconnect.BACK_OFF.delayNs(1, 0)).isEqualTo(1_000_000_000L);
        assertThat(Reconnect.BACK_OFF.delayNs(4, 0)).isEqualTo(8_000_000_000L);
        assertThat(Reconnect.BACK_OFF.delayNs(100, 0)).isEqualTo(60_000_000_000L);
        assertThat(Reconnect.BACK_OFF.delayNs(1, 1)).isEqualTo(500_000_000L);
        assertThat(Reconnect.AT_ONCE.delayNs(50, 0.3)).isEqualTo(10_000_000L);
    }

    private Scenario read(String text) throws IOException, ScenarioException {
        Path file = Files.writeString(dir.resolve("test.scenario"), text);
        return Scenarios.read(file.toString(), List.of());
    }
}
