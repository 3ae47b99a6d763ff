package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "1883, /0.0.0.0:1883",
        "*:1883, /0.0.0.0:1883",
        "127.0.0.1:1883, /127.0.0.1:1883",
        "[::]:1883, /[0:0:0:0:0:0:0:0]:1883",
        "[::1]:1883, /[0:0:0:0:0:0:0:1]:1883",
        "localhost:5, '/127.0.0.1:5 /[0:0:0:0:0:0:0:1]:5'",
        "80-82, '/0.0.0.0:80 /0.0.0.0:81 /0.0.0.0:82'",
        "*:7-7, /0.0.0.0:7",
        "65535, /0.0.0.0:65535"
    })
    void listenTakesEveryFormOfNginx(String address, String expected) {
        BalancerConfig config =
                TestConfig.config(directory, "stream { server { listen " + address + "; proxy_pass 127.0.0.1:1; } }");
        assertThat(config.stream().servers().get(0).listens())
                .extracting(listen -> listen.address().toString())
                .containsExactly(expected.split(" ", -1));
    }

    @Test
    void oneAddressWrittenInTwoWaysIsTheSame() {
        assertThat(TestConfig.faults(directory, """
                stream {
                    server { listen 1883; listen *:1883; listen 0.0.0.0:1883; proxy_pass 127.0.0.1:1; }
                    server { listen [::1]:5; listen [0:0::1]:5; proxy_pass 127.0.0.1:1; }
                }
                """))
                .containsExactly(
                        "duplicate \"0.0.0.0:1883\" address and port pair (first at test.conf:2) in test.conf:2",
                        "duplicate \"[::1]:5\" address and port pair (first at test.conf:3) in test.conf:3");
    }

    @Test
    void ipv4AndIpv6AndTcpAndUdpAreDifferentSockets() {
        TestConfig.config(directory, """
                stream { server { listen 5; listen [::]:5; listen 5 udp; listen [::]:5 udp; proxy_pass 127.0.0.1:1; } }
                """);
    }

    @Test
    void everyAddressOfAnUpstreamNameBecomesANode() {
        BalancerConfig config =
                TestConfig.config(directory, "stream { server { listen 1; proxy_pass lamps.test:1883; } }");
        assertThat(config.stream().upstreams().get("lamps.test:1883").servers())
                .flatExtracting(UpstreamServer::addresses)
                .extracting(Object::toString)
                .containsExactly("/10.0.0.1:1883", "/10.0.0.2:1883", "/[fd00:0:0:0:0:0:0:1]:1883");
    }

    @Test
    void twoServersMayPassToTheSameAddress() {
        BalancerConfig config = TestConfig.config(directory, """
                stream {
                    server { listen 1; proxy_pass 127.0.0.1:9; }
                    server { listen 2; proxy_pass 127.0.0.1:9; }
                }
                """);
        assertThat(config.stream().upstreams()).hasSize(1);
    }

    @Test
    void aFaultyUpstreamIsNotReportedAgainByThoseWhoUseIt() {
        assertThat(TestConfig.faults(directory, """
                stream {
                    server { listen 1; proxy_pass u; }
                    server { listen 2; proxy_pass U; }
                    upstream u { server nowhere.test:1; }
                }
                """))
                .containsExactly("host not found in upstream \"nowhere.test:1\" in test.conf:4");
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, /127.0.0.1:0",
        "127.0.0.1:99, /127.0.0.1:99",
        "::1, /[0:0:0:0:0:0:0:1]:0",
        "[::1], /[0:0:0:0:0:0:0:1]:0",
        "[::1]:99, /[0:0:0:0:0:0:0:1]:99"
    })
    void proxyBindTakesAnAddressWithOrWithoutAPort(String address, String expected) {
        assertThat(bind("proxy_bind " + address + ";")).containsExactly(expected);
    }

    @Test
    void proxyBindOffCancelsAnInheritedAddress() {
        String text = "stream { proxy_bind 127.0.0.9; server { listen 1; proxy_pass 127.0.0.1:1; %s } }";
        assertThat(TestConfig.config(directory, text.formatted("")).stream()
                        .servers()
                        .get(0)
                        .proxy()
                        .socket()
                        .bind())
                .isPresent();
        assertThat(TestConfig.config(directory, text.formatted("proxy_bind off;")).stream()
                        .servers()
                        .get(0)
                        .proxy()
                        .socket()
                        .bind())
                .isEmpty();
    }

    @Test
    void proxyBindSaysWhetherTheAddressMayBeOfAnotherHost() {
        String text = "stream { server { listen 1; proxy_pass 127.0.0.1:1; proxy_bind $remote_addr%s; } }";
        assertThat(isTransparent(text.formatted(" transparent"))).isTrue();
        assertThat(isTransparent(text.formatted(""))).isFalse();
    }

    private boolean isTransparent(String text) {
        return TestConfig.config(directory, text).stream()
                .servers()
                .get(0)
                .proxy()
                .socket()
                .isTransparent();
    }

    private List<String> bind(String directive) {
        BalancerConfig config = TestConfig.config(
                directory, "stream { server { listen 1; proxy_pass 127.0.0.1:1; " + directive + " } }");
        return config.stream().servers().get(0).proxy().socket().bind().stream()
                .map(text -> LocalAddress.parse(text.constant().orElseThrow())
                        .orElseThrow()
                        .toString())
                .toList();
    }
}
