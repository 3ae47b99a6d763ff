package io.lamplighter.balancer;

import static io.lamplighter.balancer.names.TestDns.a;
import static io.lamplighter.balancer.names.TestDns.srv;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.names.TestDns;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponseCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions go where names lead: to followed servers, also over a reload without DNS, and to names that are computed for each. */
@Timeout(60)
class NamesIT {
    @TempDir
    Path directory;

    private final TestNode first = TestNode.naming("first");
    private final TestNode second = TestNode.naming("second");
    private TestDns dns;
    private RunningBalancer balancer;

    @BeforeEach
    void start() throws Exception {
        dns = new TestDns();
        dns.answer("one.test", DnsRecordType.A, a("127.0.0.1"));
    }

    @AfterEach
    void stop() throws IOException {
        balancer.close();
        dns.close();
        first.close();
        second.close();
    }

    @Test
    void aNameIsFollowedToWhereItLeadsAndAReloadNeedsNoAnswer() throws Exception {
        int port = FreePort.next();
        balancer = start(following("one.test:" + first.port(), port));
        await().untilAsserted(() -> assertThat(answer()).isEqualTo("first"));

        dns.silence("one.test");
        assertThat(balancer.reload(whole(following("one.test:" + second.port(), port))))
                .isTrue();
        assertThat(answer()).isEqualTo("second");

        dns.answer("one.test", DnsRecordType.A);
        await().untilAsserted(() -> assertThat(answer()).isEmpty());
        assertThat(balancer.count(EndReason.NO_NODE)).isPositive();
    }

    @Test
    void aServiceSharesSessionsByItsWeightsAndTheApiSaysThatTheyAreOfDns() throws Exception {
        dns.answer(
                "_lamp._tcp.lamps.test",
                DnsRecordType.SRV,
                srv(1, 3, first.port(), "one.test"),
                srv(1, 1, second.port(), "one.test"),
                srv(2, 1, 1, "one.test"));
        balancer = start("resolver " + resolver() + "; upstream u { zone u 64k;"
                + " server lamps.test service=lamp resolve weight=9; }"
                + " server { listen 127.0.0.1:0; proxy_pass u; } api { listen 127.0.0.1:0; }");
        await().untilAsserted(() -> assertThat(answer()).isNotEmpty());

        Map<String, Integer> answers = new TreeMap<>();
        for (int i = 0; i < 40; i++) {
            answers.merge(answer(), 1, Integer::sum);
        }
        assertThat(answers).isEqualTo(Map.of("first", 30, "second", 10));

        JsonNode node = node("127.0.0.1:" + first.port());
        assertThat(node.at("/weight/value").intValue()).isEqualTo(3);
        assertThat(node.at("/weight/set_by").textValue()).isEqualTo("dns");
        assertThat(node.at("/weight/reason").textValue()).isEqualTo("named");
        assertThat(node.at("/weight/configured").intValue()).isEqualTo(9);
        assertThat(node("127.0.0.1:1").at("/backup").booleanValue()).isTrue();
    }

    @Test
    void aNameThatIsComputedForASessionIsLookedUpForIt() throws Exception {
        dns.fail("gone.test", DnsResponseCode.NXDOMAIN);
        balancer = start("resolver " + resolver() + "; map $server_port $there { default one.test:" + first.port()
                + "; } map x$there $nowhere { default gone.test:1; }"
                + " server { listen 127.0.0.1:0; proxy_pass $there; }"
                + " server { listen 127.0.0.2:9; proxy_pass $nowhere; }");

        assertThat(answer()).isEqualTo("first");
        try (Socket client =
                new Socket(balancer.address(1).getAddress(), balancer.address(1).getPort())) {
            assertThat(client.getInputStream().readAllBytes()).isEmpty();
        }
        assertThat(balancer.count(EndReason.NAME_UNRESOLVED)).isEqualTo(1);
    }

    @Test
    void withoutAResolverANameIsNotLookedUp() throws Exception {
        balancer = start("map $server_port $there { default one.test:" + first.port()
                + "; } server { listen 127.0.0.1:0; proxy_pass $there; }");

        assertThat(answer()).isEmpty();
        assertThat(balancer.count(EndReason.DESTINATION_UNKNOWN)).isEqualTo(1);
        assertThat(EndReason.DESTINATION_UNKNOWN.status()).isEqualTo(500);
    }

    private String resolver() {
        return "127.0.0.1:" + dns.address().getPort() + " valid=0 ipv6=off";
    }

    private String following(String server, int port) {
        return "resolver_timeout 300ms; upstream u { zone u 64k; resolver " + resolver() + "; server " + server
                + " resolve; } server { listen 127.0.0.1:" + port + "; proxy_pass u; }";
    }

    private RunningBalancer start(String stream) throws IOException {
        return RunningBalancer.start(directory, whole(stream));
    }

    private static String whole(String stream) {
        return "worker_processes 1; events { } stream { " + stream + " }";
    }

    /** What a session gets until it ends. */
    private String answer() throws IOException {
        try (Socket client = balancer.connect()) {
            return new String(client.getInputStream().readAllBytes(), US_ASCII);
        }
    }

    private JsonNode node(String address) throws IOException {
        int port = balancer.balancer().coldSide().adminAddress().getPort();
        try (InputStream in = URI.create("http://127.0.0.1:" + port + "/upstreams/u/nodes/" + address)
                .toURL()
                .openStream()) {
            return new ObjectMapper().readTree(in);
        }
    }
}
