package io.lamplighter.balancer.keyval;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.KeyvalZoneConfig;
import io.lamplighter.balancer.config.KeyvalZoneConfig.KeyType;
import io.lamplighter.balancer.keyval.KeyvalZone.Outcome;
import io.lamplighter.balancer.keyval.KeyvalZone.Pair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyvalZoneTest {
    @TempDir
    Path directory;

    private long nowMs = 5_000;

    @Test
    void aStringIsFoundAsItIs() {
        KeyvalZone zone = zone(KeyType.STRING);
        assertThat(zone.add(Map.of("a", pair("1")))).isEqualTo(Outcome.DONE);
        assertThat(zone.find("a")).isEqualTo("1");
        assertThat(zone.find("A")).isNull();
        assertThat(zone.find("ab")).isNull();
    }

    @Test
    void anAddressIsFoundInTheLongestNetwork() {
        KeyvalZone zone = zone(KeyType.IP);
        assertThat(zone.add(Map.of(
                        "10.0.0.0/8", pair("wide"), "10.1.0.0/16", pair("narrow"), "2001:db8::/32", pair("six"))))
                .isEqualTo(Outcome.DONE);
        assertThat(zone.find("10.1.2.3")).isEqualTo("narrow");
        assertThat(zone.find("10.2.2.3")).isEqualTo("wide");
        assertThat(zone.find("11.2.2.3")).isNull();
        assertThat(zone.find("2001:db8:1::1")).isEqualTo("six");
        assertThat(zone.find("unix:")).isNull();
        assertThat(zone.add(Map.of("lamp", pair("1")))).isEqualTo(Outcome.NO_ADDRESS);
    }

    @Test
    void aTextIsFoundByTheLongestOfItsBeginnings() {
        KeyvalZone zone = zone(KeyType.PREFIX);
        zone.add(Map.of("lamp", pair("any"), "lamp-1", pair("one")));
        assertThat(zone.find("lamp-17")).isEqualTo("one");
        assertThat(zone.find("lamp-2")).isEqualTo("any");
        assertThat(zone.find("lam")).isNull();
    }

    @Test
    void aChangeIsMadeWhollyOrNotAtAll() {
        KeyvalZone zone = zone(KeyType.STRING);
        zone.add(Map.of("a", pair("1")));
        assertThat(zone.add(Map.of("b", pair("2"), "a", pair("3")))).isEqualTo(Outcome.EXISTS);
        assertThat(zone.change(Map.of("a", pair("3"), "b", pair("2")))).isEqualTo(Outcome.MISSING);
        assertThat(zone.find("a")).isEqualTo("1");
        assertThat(zone.find("b")).isNull();
        assertThat(zone.change(Map.of("a", pair("3")))).isEqualTo(Outcome.DONE);
        assertThat(zone.find("a")).isEqualTo("3");
        zone.clear();
        assertThat(zone.find("a")).isNull();
    }

    @Test
    void aFullZoneTakesNoMore() {
        KeyvalZone zone = zone(KeyType.STRING);
        assertThat(zone.add(Map.of("a", pair("x".repeat(32 * 1024 - 65))))).isEqualTo(Outcome.DONE);
        assertThat(zone.change(Map.of("a", pair("x".repeat(32 * 1024 - 64))))).isEqualTo(Outcome.FULL);
        assertThat(zone.add(Map.of("b", pair("")))).isEqualTo(Outcome.FULL);
    }

    @Test
    void aPairIsGoneWhenItsTimeIsOver() {
        KeyvalZone zone = zone(KeyType.STRING);
        zone.add(Map.of("a", new Pair("1", zone.defaultUntilMs()), "b", new Pair("2", Long.MAX_VALUE)));
        nowMs += 999;
        assertThat(zone.find("a")).isEqualTo("1");
        nowMs += 1;
        assertThat(zone.find("a")).isNull();
        assertThat(zone.pairs()).containsOnlyKeys("b");
        assertThat(zone.add(Map.of("a", pair("new")))).isEqualTo(Outcome.DONE);
    }

    @Test
    void zonesOutliveAReloadAndTheirFilesARestart() throws IOException {
        Path file = directory.resolve("zone.json");
        KeyvalZoneConfig config = config(KeyType.STRING, Optional.of(file));
        KeyvalZones zones = new KeyvalZones(() -> nowMs);
        zones.putToUse(List.of(config));
        KeyvalZone zone = zones.zone("z").orElseThrow();
        zone.add(Map.of("caf\u00c3\u00a9", new Pair("1", 9_000), "b", pair("2")));
        zones.save(zone);

        zones.putToUse(List.of(config));
        assertThat(zones.zone("z")).containsSame(zone);

        KeyvalZones restarted = new KeyvalZones(() -> nowMs);
        restarted.putToUse(List.of(config));
        assertThat(restarted.zone("z").orElseThrow().pairs()).isEqualTo(zone.pairs());
        assertThat(Files.readString(file)).contains("caf\u00e9");

        Files.writeString(file, "rubbish");
        KeyvalZones damaged = new KeyvalZones(() -> nowMs);
        damaged.putToUse(List.of(config));
        assertThat(damaged.zone("z").orElseThrow().pairs()).isEmpty();
    }

    private KeyvalZone zone(KeyType type) {
        return new KeyvalZone(config(type, Optional.empty()), () -> nowMs);
    }

    private static KeyvalZoneConfig config(KeyType type, Optional<Path> state) {
        return new KeyvalZoneConfig("z", 32 * 1024, type, 1_000, state, List.of());
    }

    private static Pair pair(String value) {
        return new Pair(value, Long.MAX_VALUE);
    }
}
