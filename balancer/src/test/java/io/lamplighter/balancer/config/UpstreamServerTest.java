package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpstreamServerTest {
    @TempDir
    Path directory;

    @Test
    void theEndsOfEachRangeBelongToIt() {
        assertThat(server("weight=65535 max_conns=2147483647 max_fails=2147483647 fail_timeout=0")
                        .weight())
                .isEqualTo(65_535);
        assertThat(server("weight=1 max_conns=0 max_fails=0").maxFails()).isZero();
    }

    @Test
    void aWeightOfOneIsKnownFromNoWeight() {
        assertThat(server("weight=1").weightGiven()).isTrue();
        assertThat(server("").weightGiven()).isFalse();
    }

    @Test
    void aCapitalLetterInFailTimeoutIsAMonth() {
        assertThat(server("fail_timeout=1M").failTimeoutMs()).isEqualTo(2_592_000_000L);
        assertThat(server("fail_timeout=1m").failTimeoutMs()).isEqualTo(60_000);
    }

    @Test
    void anErrorOfTheSystemIsSaidAsTheSystemSaysIt() {
        assertThat(FileErrors.reason(new AccessDeniedException("secret.conf"))).isEqualTo("13: Permission denied");
    }

    private UpstreamServer server(String parameters) {
        BalancerConfig config = TestConfig.config(
                directory,
                "stream { upstream u { server 127.0.0.1:1 " + parameters + "; } server { listen 1; proxy_pass u; } }");
        return config.stream().upstreams().get("u").servers().get(0);
    }
}
