package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.MatchConfig.Text;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HealthCheckTest {
    @TempDir
    Path directory;

    private static final String UPSTREAM = "upstream u { server 127.0.0.1:1; } ";

    @Test
    void whatIsNotSaidIsAsDocumented() {
        assertThat(checks(UPSTREAM + "server { listen 1; proxy_pass u; health_check; }"))
                .containsExactly(new HealthCheckConfig(
                        "u",
                        5_000,
                        0,
                        1,
                        1,
                        false,
                        false,
                        OptionalInt.empty(),
                        Optional.empty(),
                        5_000,
                        0,
                        Optional.empty(),
                        Optional.empty()));
    }

    @Test
    void everyParameterIsTaken() {
        assertThat(checks(UPSTREAM + "health_check_timeout 2s; proxy_protocol v2;"
                        + " match ok { send \"\\x00\\x1fping\\r\\n\"; expect pong; }"
                        + " server { listen 1 udp; proxy_pass u; health_check interval=200ms jitter=1s fails=3 passes=2"
                        + " port=8080 udp mandatory persistent match=ok; }"))
                .containsExactly(new HealthCheckConfig(
                        "u",
                        200,
                        1_000,
                        3,
                        2,
                        true,
                        true,
                        OptionalInt.of(8080),
                        Optional.of(
                                new MatchConfig("ok", Optional.of("\0\u001fping\r\n"), Optional.of(new Text("pong")))),
                        2_000,
                        2,
                        Optional.empty(),
                        Optional.empty()));
    }

    @Test
    void twoReadingsOfTheSameTextAreTheSameCheck() {
        String text = UPSTREAM + "match ok { expect ~ \"^SSH-[0-9]\"; }"
                + " server { listen 1; proxy_pass u; health_check match=ok; }"
                + " server { listen 2; proxy_pass u; health_check match=ok; }";
        assertThat(checks(text)).isEqualTo(checks(text)).hasSize(1);
        assertThat(checks(text)).isNotEqualTo(checks(text.replace("SSH", "ssh")));
    }

    @Test
    void tlsIsTheSameWhereTheSameIsWrittenAndNewAllTheSame() {
        String text = UPSTREAM + "proxy_ssl on; server { listen 1; proxy_pass u; health_check; }";
        List<HealthCheckConfig> one = checks(text);
        List<HealthCheckConfig> other = checks(text);
        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
        assertThat(one.get(0).tls().orElseThrow().spoken())
                .isNotSameAs(other.get(0).tls().orElseThrow().spoken());
        assertThat(one).isNotEqualTo(checks(text.replace("proxy_pass", "proxy_ssl_name a.test; proxy_pass")));
        assertThat(one).isNotEqualTo(checks(text.replace("proxy_ssl on", "proxy_ssl off")));
    }

    @Test
    void datagramsAreCheckedWithoutTls() {
        assertThat(checks(UPSTREAM + "proxy_ssl on; server { listen 1 udp; proxy_pass u; health_check udp; }")
                        .get(0)
                        .tls())
                .isEmpty();
    }

    @Test
    void theLocalAddressIsThatOfSessionsUnlessItIsTheClients() {
        String text = UPSTREAM + "server { listen 1; proxy_bind 127.0.0.5; proxy_pass u; health_check; }";
        assertThat(checks(text).get(0).local()).contains(new InetSocketAddress("127.0.0.5", 0));
        assertThat(checks(text.replace("127.0.0.5", "off")).get(0).local()).isEmpty();
        assertThat(checks(text.replace("127.0.0.5", "$remote_addr")).get(0).local())
                .isEmpty();
        assertThat(checks(text.replace("127.0.0.5", "10.9.9.9 transparent"))
                        .get(0)
                        .local())
                .isEmpty();
    }

    @Test
    void anExpressionIsFoundAnywhereUnlessItSaysWhere() {
        MatchConfig match = checks(UPSTREAM + "match ok { expect ~* \"^2[0-9]{2} ok\\x00\"; }"
                        + " server { listen 1; proxy_pass u; health_check match=ok; }")
                .get(0)
                .match()
                .orElseThrow();
        assertThat(match.expected().orElseThrow().isIn("220 OK\0more")).isTrue();
        assertThat(match.expected().orElseThrow().isIn("a220 OK\0")).isFalse();
    }

    private List<HealthCheckConfig> checks(String stream) {
        return TestConfig.config(directory, "events { } stream { " + stream + " }").stream()
                .healthChecks();
    }
}
