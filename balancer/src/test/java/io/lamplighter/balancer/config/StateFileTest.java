package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFileTest {
    private static final String CONF =
            "events { } stream { upstream u { state u.state; } server { listen 1; status_zone x; proxy_pass u; } }";

    @TempDir
    Path directory;

    @Test
    void theServersOfAGroupAreThoseOfItsFile() {
        TestConfig.write(directory, "u.state", "server 127.0.0.1:1 weight=3;\nserver 127.0.0.1:2 down;\n");
        assertThat(servers()).extracting(UpstreamServer::weight).containsExactly(3, 1);
        assertThat(servers()).extracting(UpstreamServer::down).containsExactly(false, true);
    }

    @Test
    void aFileThatIsNotThereYetHasNone() {
        assertThat(servers()).isEmpty();
    }

    @Test
    void faultsOfTheFileAreFoundWhereTheyAre() {
        TestConfig.write(directory, "u.state", "server 127.0.0.1:1;\nserver 127.0.0.1:2 wieght=3;\n");
        assertThat(TestConfig.faults(directory, CONF)).containsExactly("invalid parameter \"wieght=3\" in u.state:2");
    }

    @Test
    void aGroupHasItsServersHereOrThere() {
        assertThat(TestConfig.faults(directory, CONF.replace("state u.state;", "state u.state; server 127.0.0.1:1;")))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("\"state\" and \"server\" cannot stand in one upstream");
    }

    @Test
    void whatIsWrittenIsReadAgainWhateverCharactersItHas() throws Exception {
        TestConfig.write(
                directory,
                "u.state",
                "server 127.0.0.1:1 weight=0 max_conns=2 max_fails=0 fail_timeout=1m slow_start=1500ms backup drain down;"
                        + " server \"unix:/tmp/a b\" \"node=a \\\"b\\\\ {c};\"; server 127.0.0.1:2 weight=1;");
        List<UpstreamServer> read = servers();
        StateFile.write(directory.resolve("u.state"), read);
        assertThat(servers())
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("source")
                .isEqualTo(read)
                .hasSize(3);
        assertThat(directory.resolve("u.state.new")).doesNotExist();
    }

    @Test
    void namesAreWrittenWithWhatFollowsThem() throws Exception {
        String conf = CONF.replace("state u.state", "zone u 64k; resolver 127.0.0.1; state u.state");
        TestConfig.write(directory, "u.state", "server a.test:1 resolve; server b.test service=http resolve weight=2;");
        UpstreamConfig read =
                TestConfig.config(directory, conf).stream().upstreams().get("u");
        StateFile.write(directory.resolve("u.state"), read.servers());
        assertThat(directory.resolve("u.state"))
                .hasContent("server a.test:1 resolve;\nserver b.test weight=2 service=_http._tcp resolve;\n");
        assertThat(TestConfig.config(directory, conf).stream()
                        .upstreams()
                        .get("u")
                        .servers())
                .extracting(UpstreamServer::follow)
                .isEqualTo(read.servers().stream().map(UpstreamServer::follow).toList());
    }

    @Test
    void aNameThatIsAddedIsFollowed() {
        String conf = CONF.replace("state u.state", "zone u 64k; resolver 127.0.0.1; state u.state");
        UpstreamConfig group =
                TestConfig.config(directory, conf).stream().upstreams().get("u");
        ServerLine added = ServerLine.added("a.test:1883", Map.of("weight", "2"), group);
        UpstreamServer server = ((ServerLine.Accepted) added).server();
        assertThat(server.follow().orElseThrow().host()).isEqualTo("a.test");
        assertThat(server.addresses()).isEmpty();
        ServerLine changed = ServerLine.changed(server, Map.of("weight", "3", "resolve", ""), group);
        assertThat(((ServerLine.Accepted) changed).server().follow()).isEqualTo(server.follow());
        assertThat(((ServerLine.Accepted) changed).server().weight()).isEqualTo(3);
    }

    @Test
    void twoGroupsDoNotShareAFile() {
        String two = CONF.replace("upstream u", "upstream v { state u.state; } upstream u");
        assertThat(TestConfig.faults(directory, two))
                .singleElement()
                .asString()
                .startsWith("\"state\" file \"u.state\" is that of another upstream already");
    }

    @Test
    void onlyAGroupWithAZoneChanges() {
        assertThat(TestConfig.config(directory, CONF).stream()
                        .upstreams()
                        .get("u")
                        .zone())
                .isEmpty();
        String zoned = CONF.replace("state u.state", "zone u 64k; state u.state");
        assertThat(TestConfig.config(directory, zoned).stream()
                        .upstreams()
                        .get("u")
                        .zone())
                .contains(new UpstreamConfig.Zone(Optional.of(directory.resolve("u.state")), Optional.empty()));
    }

    private List<UpstreamServer> servers() {
        return TestConfig.config(directory, CONF).stream().upstreams().get("u").servers();
    }
}
