package io.lamplighter.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lamplighter.balancer.names.TestDns;
import io.netty.handler.codec.dns.DnsRecordType;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers that come, change and go over HTTP while sessions run, with a {@code state} file and without. */
@Timeout(60)
class ServersIT {
    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Socket> sessions = new ArrayList<>();
    private TestNode a;
    private TestNode b;
    private RunningBalancer balancer;

    @BeforeEach
    void start() {
        a = TestNode.echo();
        b = TestNode.echo();
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket session : sessions) {
            session.close();
        }
        balancer.close();
        a.close();
        b.close();
    }

    private String withState() throws IOException {
        return conf("zone u 64k; state u.state;");
    }

    private String conf(String upstream) throws IOException {
        return "worker_processes 1; events { use nio; } stream { upstream u { " + upstream
                + " } server { listen 127.0.0.1:" + FreePort.next() + "; proxy_pass u; } api { listen 127.0.0.1:"
                + FreePort.next() + "; write on; } }";
    }

    @Test
    void anAddedServerGetsSessionsAtOnceAndARemovedOneKeepsThoseItHas() throws Exception {
        balancer = RunningBalancer.start(directory, conf("zone u 64k; server " + a.hostPort() + ";"));
        Socket old = newSession();
        echo(old);

        assertThat(order("POST", "", "{\"server\":\"" + b.hostPort() + "\"}", 201)
                        .at("/weight")
                        .asInt())
                .isEqualTo(1);
        assertThat(newSessionsOn(a, 20)).isEqualTo(10);

        order("DELETE", "/" + a.hostPort(), "", 204);
        assertThat(newSessionsOn(a, 20)).isZero();
        echo(old);
        assertThat(get("").size()).isEqualTo(1);
    }

    @Test
    void changesOutliveReloadAndRestartByTheStateFile() throws Exception {
        String conf = withState();
        balancer = RunningBalancer.start(directory, conf);
        order("POST", "", "{\"server\":\"" + a.hostPort() + "\",\"fail_timeout\":\"30s\"}", 201);
        order("POST", "", "{\"server\":\"" + b.hostPort() + "\",\"weight\":3}", 201);
        assertThat(stateFile())
                .isEqualTo("server " + a.hostPort() + " fail_timeout=30s;\nserver " + b.hostPort() + " weight=3;\n");
        assertThat(newSessionsOn(b, 20)).isEqualTo(15);

        assertThat(balancer.reload(conf)).isTrue();
        assertThat(newSessionsOn(b, 20)).isEqualTo(15);

        order("DELETE", "/" + a.hostPort(), "", 204);
        balancer.close();
        balancer = RunningBalancer.start(directory, conf);
        assertThat(get("").findValuesAsText("id")).containsExactly(b.hostPort());
        assertThat(newSessionsOn(b, 4)).isEqualTo(4);
    }

    @Test
    void withoutAStateFileAReloadGoesBackToTheConfiguration() throws Exception {
        String conf = conf("zone u 64k; server " + a.hostPort() + ";");
        balancer = RunningBalancer.start(directory, conf);
        order("POST", "", "{\"server\":\"" + b.hostPort() + "\"}", 201);

        assertThat(balancer.reload(conf)).isTrue();

        assertThat(get("").findValuesAsText("id")).containsExactly(a.hostPort());
        assertThat(newSessionsOn(b, 10)).isZero();
    }

    @Test
    void everyParameterIsChangedByItselfAndNullGivesBackItsDefault() throws Exception {
        balancer = RunningBalancer.start(
                directory, conf("zone u 64k; server " + a.hostPort() + " max_fails=7; server " + b.hostPort() + ";"));
        JsonNode changed = order("PATCH", "/" + a.hostPort(), "{\"weight\":3,\"max_conns\":1000}", 200);
        assertThat(changed.toString())
                .isEqualTo("{\"id\":\"" + a.hostPort() + "\",\"server\":\"" + a.hostPort()
                        + "\",\"weight\":3,\"max_conns\":1000,\"max_fails\":7,\"fail_timeout\":\"10s\",\"slow_start\":\"0s\","
                        + "\"backup\":false,\"drain\":false,\"down\":false}");
        assertThat(newSessionsOn(a, 20)).isEqualTo(15);

        order("PATCH", "/" + a.hostPort(), "{\"down\":true}", 200);
        assertThat(newSessionsOn(a, 20)).isZero();
        order("PATCH", "/" + a.hostPort(), "{\"down\":false,\"drain\":true}", 200);
        assertThat(newSessionsOn(a, 20)).isZero();
        order("PATCH", "/" + a.hostPort(), "{\"drain\":false,\"backup\":true}", 200);
        assertThat(newSessionsOn(a, 20)).isZero();
        order("PATCH", "/" + b.hostPort(), "{\"down\":true}", 200);
        assertThat(newSessionsOn(a, 20)).isEqualTo(20);

        assertThat(order("PATCH", "/" + a.hostPort(), "{\"max_fails\":null,\"backup\":null}", 200)
                        .at("/max_fails")
                        .asInt())
                .isEqualTo(1);
        assertThat(get("/" + a.hostPort()).at("/backup").asBoolean(true)).isFalse();
    }

    @Test
    void whatTheAdministratorOrderedOfANodeGoesBeforeItsServerLine() throws Exception {
        balancer = RunningBalancer.start(
                directory, conf("zone u 64k; server " + a.hostPort() + "; server " + b.hostPort() + ";"));
        HttpResponse<String> ordered = send("PATCH", "/upstreams/u/nodes/" + a.hostPort(), "{\"weight\":3}");
        assertThat(ordered.statusCode()).as(ordered.body()).isEqualTo(200);

        order("PATCH", "/" + a.hostPort(), "{\"weight\":7}", 200);

        assertThat(newSessionsOn(a, 20)).isEqualTo(15);
    }

    @Test
    void aServerMayBeTheFirstOfAnEmptyGroupAndTheLastMayGo() throws Exception {
        balancer = RunningBalancer.start(directory, withState());
        try (Socket nobody = newSession()) {
            assertThat(nobody.getInputStream().read()).isNegative();
        }
        order("POST", "", "{\"server\":\"" + a.hostPort() + "\",\"backup\":true}", 201);
        assertThat(newSessionsOn(a, 3)).isEqualTo(3);
        order("DELETE", "/" + a.hostPort(), "", 204);
        try (Socket nobody = newSession()) {
            assertThat(nobody.getInputStream().read()).isNegative();
        }
        assertThat(stateFile()).isEmpty();
    }

    @Test
    void anOrderThatCannotBeKeptChangesNothing() throws Exception {
        balancer = RunningBalancer.start(directory, conf("zone u 64k; state gone/u.state;"));
        order("POST", "", "{\"server\":\"" + a.hostPort() + "\"}", 500);
        assertThat(get("").isEmpty()).isTrue();
        Files.createDirectory(directory.resolve("gone"));
        order("POST", "", "{\"server\":\"" + a.hostPort() + "\"}", 201);
    }

    @Test
    void aNameThatIsAddedIsFollowedToItsAddressesUntilItIsRemoved() throws Exception {
        try (TestDns dns = new TestDns()) {
            dns.answer("one.test", DnsRecordType.A, TestDns.a("127.0.0.1"));
            balancer = RunningBalancer.start(
                    directory,
                    conf("zone u 64k; state u.state; resolver 127.0.0.1:"
                            + dns.address().getPort() + " ipv6=off;"));
            String name = "one.test:" + a.port();
            order("POST", "", "{\"server\":\"" + name + "\",\"max_conns\":9}", 201);
            assertThat(stateFile()).isEqualTo("server " + name + " max_conns=9 resolve;\n");
            Awaitility.await().until(() -> balancer.nodes("u").size() == 1);
            assertThat(newSessionsOn(a, 2)).isEqualTo(2);

            order("PATCH", "/" + name, "{\"max_conns\":10}", 200);
            assertThat(balancer.nodes("u").get(0).settings().maxConns()).isEqualTo(10);
            order("DELETE", "/" + name, "", 204);
            assertThat(balancer.nodes("u")).isEmpty();
        }
    }

    @Test
    void aBalancerThatIsStoppingTakesNoMoreServers() throws Exception {
        balancer = RunningBalancer.start(directory, withState());
        balancer.balancer().drain(() -> {});
        order("POST", "", "{\"server\":\"" + a.hostPort() + "\"}", 503);
        assertThat(directory.resolve("u.state")).doesNotExist();
    }

    @Test
    void manyOrdersAtOnceAreAllInForce() throws Exception {
        balancer = RunningBalancer.start(directory, withState());
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int last = 1; last <= 30; last++) {
            answers.add(client.sendAsync(
                    request("POST", servers(""), "{\"server\":\"127.0.1." + last + ":1\"}"), BodyHandlers.ofString()));
        }
        answers.forEach(answer -> assertThat(answer.join().statusCode()).isEqualTo(201));
        assertThat(get("").size()).isEqualTo(30);
        assertThat(stateFile().lines()).hasSize(30);
        assertThat(balancer.nodes("u")).hasSize(30);
    }

    @Test
    void sessionsThatRunWhileServersComeAndGoNoticeNothing() throws Exception {
        balancer = RunningBalancer.start(directory, conf("zone u 64k; server " + a.hostPort() + ";"));
        for (int i = 0; i < 10; i++) {
            order("POST", "", "{\"server\":\"" + b.hostPort() + "\"}", 201);
            newSessionsOn(a, 4);
            order("DELETE", "/" + b.hostPort(), "", 204);
            for (Socket session : sessions) {
                echo(session);
            }
        }
        assertThat(balancer.nodes("u")).hasSize(1);
        for (Socket session : sessions) {
            session.close();
        }
        balancer.awaitNothingLeft();
        Awaitility.await()
                .untilAsserted(() -> assertThat(balancer.nodes("u").get(0).upstreamInFlight())
                        .isZero());
    }

    private String stateFile() throws IOException {
        return Files.readString(directory.resolve("u.state"));
    }

    private static String servers(String server) {
        return "/upstreams/u/servers" + server;
    }

    private JsonNode order(String method, String server, String body, int status) throws Exception {
        HttpResponse<String> response = send(method, servers(server), body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return status < 300 ? new ObjectMapper().readTree(response.body()) : new ObjectMapper().createObjectNode();
    }

    private JsonNode get(String server) throws Exception {
        HttpResponse<String> response = send("GET", servers(server), "");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return new ObjectMapper().readTree(response.body());
    }

    private HttpResponse<String> send(String method, String path, String body) throws Exception {
        return client.send(request(method, path, body), BodyHandlers.ofString());
    }

    private HttpRequest request(String method, String path, String body) {
        int port = Objects.requireNonNull(balancer.balancer().coldSide().adminAddress())
                .getPort();
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
    }

    private int newSessionsOn(TestNode node, int count) throws IOException {
        int before = node.accepted();
        for (int i = 0; i < count; i++) {
            echo(newSession());
        }
        return node.accepted() - before;
    }

    private Socket newSession() throws IOException {
        Socket session = balancer.connect();
        sessions.add(session);
        return session;
    }

    private static void echo(Socket session) throws IOException {
        byte[] lamp = "lamp".getBytes(StandardCharsets.US_ASCII);
        session.getOutputStream().write(lamp);
        assertThat(session.getInputStream().readNBytes(lamp.length)).isEqualTo(lamp);
    }
}
