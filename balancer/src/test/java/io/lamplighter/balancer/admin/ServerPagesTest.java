package io.lamplighter.balancer.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.ApiConfig;
import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.ServerLine;
import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.config.UpstreamServer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.codec.http.HttpMethod;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What orders about servers are answered. */
@Timeout(30)
class ServerPagesTest {
    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final FixedState state = new FixedState();
    private final HttpClient client = HttpClient.newHttpClient();
    private AdminServer server;

    @BeforeEach
    void open() throws IOException {
        state.isWritable = true;
        state.configured.put("u", upstream("10.0.0.1:1883", "10.0.0.2:1883", "10.0.0.1:1883"));
        server = AdminServer.open(
                group,
                state,
                new ApiConfig(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), true, FixedState.SOURCE));
    }

    @AfterEach
    void close() {
        server.close();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    private static UpstreamConfig upstream(String... addresses) {
        UpstreamConfig empty = new UpstreamConfig(
                "u",
                new BalancingMethod.RoundRobin(),
                List.of(),
                Optional.empty(),
                Optional.of(new UpstreamConfig.Zone(Optional.empty(), Optional.empty())),
                FixedState.SOURCE);
        return empty.with(Arrays.stream(addresses)
                .map(address -> ((ServerLine.Accepted) ServerLine.added(address, Map.of(), empty)).server())
                .toList());
    }

    @Test
    void anAddressThatStandsTwiceHasAnIdOfItsOwnEachTime() throws Exception {
        assertThat(send("GET", "/upstreams/u/servers/", "").body())
                .contains("\"id\":\"10.0.0.1:1883\"", "\"id\":\"10.0.0.1:1883#2\"");
        assertThat(send("DELETE", "/upstreams/u/servers/10.0.0.1:1883%232", "").statusCode())
                .isEqualTo(204);
        assertThat(state.configured.get("u").servers())
                .extracting(UpstreamServer::name)
                .containsExactly("10.0.0.1:1883", "10.0.0.2:1883");
    }

    @Test
    void anAnswerWithoutABodyIsFollowedByTheNextOnTheSameConnection() throws Exception {
        HttpResponse<String> removed = send("DELETE", "/upstreams/u/servers/10.0.0.2:1883", "");
        assertThat(removed.body()).isEmpty();
        assertThat(removed.headers().firstValue("content-length")).isEmpty();
        assertThat(send("GET", "/upstreams/u/servers", "").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "POST  |                | {                                 | 400 | the body is not JSON",
                "POST  |                | []                                | 400 | expected an object like",
                "POST  |                | {\"weight\":1}                    | 400 | server: found nothing, expected an address",
                "POST  |                | {\"server\":\"10.0.0.3\"}         | 400 | no port in upstream \"10.0.0.3\"",
                "POST  |                | {\"server\":7}                    | 400 | server: found 7, expected a text",
                "POST  |                | {\"server\":\"10.0.0.1:1883\"}    | 409 | which is there already",
                "POST  |                | {\"server\":\"lamps.test:1\"}     | 400 | no resolver defined to resolve \"lamps.test\"",
                "POST  |                | {\"server\":\"10.0.0.3:1\",\"service\":\"x\"} | 400 | \"service=\" needs \"resolve\"",
                "PATCH | /10.0.0.1:1883 | {\"weight\":70000} | 400 | \"weight=70000\", it must be a number between 0 and 65535",
                "PATCH | /10.0.0.1:1883 | {\"weight\":\"2\"} | 400 | weight: found \"2\", expected a whole number or null",
                "PATCH | /10.0.0.1:1883 | {\"fail_timeout\":\"soon\"} | 400 | \"fail_timeout=soon\", it must be a time",
                "PATCH | /10.0.0.1:1883 | {\"down\":1}       | 400 | down: found 1, expected true or false",
                "PATCH | /10.0.0.1:1883 | {\"node\":\"a\\u0000b\"} | 400 | it must have no control characters",
                "PATCH | /10.0.0.1:1883 | {\"node\":\"a\\ud800\"} | 400 | it must have no control characters",
                "PATCH | /10.0.0.1:1883 | {\"wieght\":1}     | 400 | found the member \"wieght\", expected one of backup,",
                "PATCH | /10.0.0.1:1883 | {\"server\":\"x:1\"} | 400 | it cannot be changed",
                "PATCH | /10.0.0.9:1883 | {\"weight\":1}     | 404 | no server of that id",
                "DELETE| /10.0.0.9:1883 |                    | 404 | no server of that id",
                "DELETE|                |                    | 405 | this takes only GET, HEAD, POST",
                "POST  | /10.0.0.1:1883 | {}                 | 405 | this takes only GET, HEAD, PATCH, DELETE",
            })
    void aWrongOrderChangesNothingAndSaysWhatWasFoundAndWhatExpected(
            String method, String path, String body, int status, String sentence) throws Exception {
        UpstreamConfig before = state.configured.get("u");
        String target = "/upstreams/u/servers" + (path == null ? "" : path);
        HttpResponse<String> response = send(method, target, body == null ? "" : body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.body()).contains(sentence);
        assertThat(state.configured.get("u")).isEqualTo(before);
    }

    @Test
    void anUpstreamThatIsNotThereOrHasNoZoneIsNotChanged() throws Exception {
        assertThat(send("POST", "/upstreams/v/servers", "{\"server\":\"10.0.0.3:1\"}")
                        .statusCode())
                .isEqualTo(404);
        assertThat(send("GET", "/upstreams/v/servers", "").statusCode()).isEqualTo(404);
        state.configured.put(
                "v",
                new UpstreamConfig(
                        "v", new BalancingMethod.RoundRobin(), List.of(), Optional.empty(), FixedState.SOURCE));
        HttpResponse<String> fixed = send("POST", "/upstreams/v/servers", "{\"server\":\"10.0.0.3:1\"}");
        assertThat(fixed.statusCode()).isEqualTo(409);
        assertThat(fixed.body()).contains("it has no \"zone\"");
    }

    @Test
    void nothingIsChangedUnlessTheConfigurationLetsIt() throws Exception {
        state.isWritable = false;
        assertThat(send("DELETE", "/upstreams/u/servers/10.0.0.1:1883", "").statusCode())
                .isEqualTo(403);
        assertThat(send("GET", "/upstreams/u/servers/10.0.0.1:1883", "").statusCode())
                .isEqualTo(200);
    }

    @Test
    void aBodyThatSaysItIsNotJsonIsRefused() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri("/upstreams/u/servers/10.0.0.1:1883"))
                .header("Content-Type", "text/xml; charset=utf-8")
                .method("PATCH", BodyPublishers.ofString("{\"weight\":2}"))
                .build();
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(415);
        assertThat(response.body()).contains("found text/xml, expected application/json");
    }

    @Test
    void whatTheMethodDoesNotKnowIsRefused() {
        UpstreamConfig random =
                new UpstreamConfig("u", new BalancingMethod.Random(), List.of(), Optional.empty(), FixedState.SOURCE);
        assertThat(ServerLine.added("10.0.0.3:1", Map.of("backup", ""), random))
                .isEqualTo(new ServerLine.Refused("balancing method does not support parameter \"backup\""));
    }

    @Test
    void ordersAreThoseOfTheTarget() {
        assertThat(ServerPages.orders("/upstreams/u/servers/")).containsExactly(HttpMethod.POST);
        assertThat(ServerPages.orders("/upstreams/u/servers/a?x")).containsExactly(HttpMethod.PATCH, HttpMethod.DELETE);
    }

    private HttpResponse<String> send(String method, String target, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri(target))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body, UTF_8))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private URI uri(String target) {
        return URI.create("http://127.0.0.1:" + server.localAddress().getPort() + target);
    }
}
