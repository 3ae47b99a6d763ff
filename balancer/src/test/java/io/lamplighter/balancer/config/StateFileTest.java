package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
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

    private List<UpstreamServer> servers() {
        return TestConfig.config(directory, CONF).stream().upstreams().get("u").servers();
    }
}
