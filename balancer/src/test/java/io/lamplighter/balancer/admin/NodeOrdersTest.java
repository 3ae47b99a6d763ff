package io.lamplighter.balancer.admin;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lamplighter.balancer.config.ApiConfig;
import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.node.AdminOrder;
import io.lamplighter.balancer.node.Availability;
import io.lamplighter.balancer.node.Node;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class NodeOrdersTest {
    private static final String PATH = "/upstreams/lamps/nodes/";
    private static final AdminOrder DRAIN_7 = new AdminOrder(Optional.of(Availability.DRAIN), OptionalInt.of(7));

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final FixedState state = new FixedState();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Node named = FixedState.node("lamps", 1, 0, 0, false, Optional.of("a"));
    private final Node again = FixedState.node("lamps", 1, 1, 0, false, Optional.of("b"));
    private final Node spare = FixedState.node("lamps", 2, 0, 0, false, Optional.of("b"));
    private AdminServer server;

    @BeforeEach
    void open() throws IOException {
        state.isWritable = true;
        state.serve(
                3,
                FixedState.upstream("lamps", new BalancingMethod.RoundRobin(), List.of(named, again), List.of(spare)));
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

    @Test
    void anOrderIsGivenToTheNodeAndAnsweredWithItsObject() throws Exception {
        HttpResponse<String> response = patch(PATH + "a", "{\"state\": \"drain\", \"weight\": 7}");

        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-type")).hasValue("application/json");
        assertThat(named.ordered()).isEqualTo(DRAIN_7);
        assertThat(state.publications).hasValue(1);
        JsonNode node = new ObjectMapper().readTree(response.body());
        assertThat(node.at("/address").asText()).isEqualTo("10.0.0.1:1883");
        assertThat(node.at("/state").asText()).isEqualTo("draining");
        assertThat(node.at("/state_set_by").asText()).isEqualTo("admin");
        assertThat(node.at("/ordered")).hasToString("{\"state\":\"drain\",\"weight\":7}");
    }

    @Test
    void whatAnOrderDoesNotMentionStaysAndNullGivesItBack() throws Exception {
        named.order(DRAIN_7);

        assertThat(patch(PATH + "a", "{}").statusCode()).isEqualTo(200);
        assertThat(named.ordered()).isEqualTo(DRAIN_7);
        patch(PATH + "a", "{\"weight\": 0}");
        assertThat(named.ordered()).isEqualTo(new AdminOrder(Optional.of(Availability.DRAIN), OptionalInt.of(0)));
        patch(PATH + "a", "{\"state\": null}");
        assertThat(named.ordered()).isEqualTo(new AdminOrder(Optional.empty(), OptionalInt.of(0)));
        patch(PATH + "a", "{\"state\": \"down\", \"weight\": null}");
        assertThat(named.ordered()).isEqualTo(new AdminOrder(Optional.of(Availability.DOWN), OptionalInt.empty()));
        patch(PATH + "a", "{\"state\": \"up\"}");
        assertThat(named.ordered()).isEqualTo(new AdminOrder(Optional.of(Availability.UP), OptionalInt.empty()));
        patch(PATH + "a", "{\"state\": null, \"weight\": null}");
        assertThat(named.ordered()).isEqualTo(AdminOrder.NONE);
    }

    @Test
    void theAnswerComesWhenTheOrderIsInForce() throws Exception {
        CompletableFuture<Void> published = new CompletableFuture<>();
        state.published = published;
        CompletableFuture<HttpResponse<String>> response = client.sendAsync(
                request(PATH + "a", BodyPublishers.ofString("{\"state\":\"drain\"}")), BodyHandlers.ofString());
        Awaitility.await().until(() -> state.publications.get() == 1);
        assertThat(get("/state").statusCode()).as("others are served meanwhile").isEqualTo(200);
        assertThat(response).isNotDone();

        published.complete(null);

        assertThat(response.get().statusCode()).isEqualTo(200);
    }

    @Test
    void whenItCannotBePutInForceThatIsAFaultOfTheBalancer() throws Exception {
        state.published = CompletableFuture.failedFuture(new IllegalStateException("on purpose"));

        HttpResponse<String> response = patch(PATH + "a", "{\"weight\":1}");

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).doesNotContain("purpose");
    }

    @Test
    void anAddressThatStandsTwiceIsToldApartByItsNumber() throws Exception {
        patch(PATH + "10.0.0.1:1883%232", "{\"weight\": 5}");
        patch("/upstreams/LAMPS/nodes/10.0.0.2:1883?why=test", "{\"weight\": 6}");

        assertThat(named.ordered()).isEqualTo(AdminOrder.NONE);
        assertThat(again.ordered().weight()).hasValue(5);
        assertThat(spare.ordered().weight()).hasValue(6);
        patch(PATH + "10.0.0.1:1883", "{\"weight\": 4}");
        assertThat(named.ordered().weight()).hasValue(4);
    }

    @Test
    void aNameOfSeveralNodesIsRefusedWithTheirAddresses() throws Exception {
        HttpResponse<String> response = patch(PATH + "b", "{\"weight\": 5}");

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("10.0.0.1:1883#2, 10.0.0.2:1883");
        assertThat(again.ordered()).isEqualTo(AdminOrder.NONE);
    }

    @Test
    void whatIsNotThereIsNotFound() throws Exception {
        assertThat(patch(PATH + "c", "{}").statusCode()).isEqualTo(404);
        assertThat(patch("/upstreams/other/nodes/a", "{}").statusCode()).isEqualTo(404);
        assertThat(get(PATH + "c").statusCode()).isEqualTo(404);
        assertThat(exchange("GET " + PATH + "%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
    }

    @Test
    void withoutWriteOnNothingIsTakenAndTheAnswerSaysHowItWouldBe() throws Exception {
        state.isWritable = false;

        HttpResponse<String> response = patch(PATH + "a", "{\"state\": \"drain\"}");

        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(response.body()).contains("\"write on;\"").contains("api");
        assertThat(named.ordered()).isEqualTo(AdminOrder.NONE);
        assertThat(state.publications).hasValue(0);
        assertThat(get(PATH + "a").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"state\": \"off\"}             | state: found \"off\", expected \"up\", \"drain\", \"down\" or null",
                "{\"state\": \"UP\"}              | state: found \"UP\", expected",
                "{\"state\": 1}                   | state: found 1, expected",
                "{\"weight\": -1}                 | weight: found -1, expected a whole number from 0 to 65535, or null",
                "{\"weight\": 65536}              | weight: found 65536, expected",
                "{\"weight\": 99999999999999999}  | weight: found 99999999999999999, expected",
                "{\"weight\": 1.0}                | weight: found 1.0, expected",
                "{\"weight\": \"1\"}              | weight: found \"1\", expected",
                "{\"weight\": true}               | weight: found true, expected",
                "{\"weight\": {}}                 | weight: found {}, expected",
                "{\"wieght\": 1}                  | found the member \"wieght\", expected \"state\" or \"weight\"",
                "{\"state\": \"drain\", \"x\": 1} | found the member \"x\", expected",
                "[]                               | found [], expected an object",
                "null                             | found null, expected an object",
                "``                               | found nothing, expected an object",
                "{\"weight\": 1                   | not JSON: line 1",
                "{\"weight\": 1} {}               | not JSON: line 1",
                "{\"weight\": 1, \"weight\": 2}   | not JSON: line 1",
                "weight=1                         | not JSON: line 1",
            })
    void aBodyThatIsNoOrderIsRefusedWithWhatWasFoundAndExpected(String body, String sentence) throws Exception {
        HttpResponse<String> response = patch(PATH + "a", body);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body())
                .contains(sentence)
                .doesNotContain("Exception")
                .doesNotContain("com.");
        assertThat(named.ordered()).isEqualTo(AdminOrder.NONE);
    }

    @Test
    void aBodyIsBoundedHoweverItComes() throws Exception {
        String padded = "{" + " ".repeat(4_094) + "}";
        assertThat(patch(PATH + "a", padded).statusCode()).isEqualTo(200);
        assertThat(patch(PATH + "a", padded + " ").statusCode()).isEqualTo(413);
        BodyPublisher chunked =
                BodyPublishers.ofInputStream(() -> new ByteArrayInputStream((padded + " ").getBytes(US_ASCII)));
        assertThat(client.send(request(PATH + "a", chunked), BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(413);
    }

    @Test
    void aBodyMayComeInPieces() throws Exception {
        BodyPublisher chunked = BodyPublishers.fromPublisher(BodyPublishers.concat(
                BodyPublishers.ofString("{\"wei"), BodyPublishers.ofString("ght\""), BodyPublishers.ofString(":3}")));

        assertThat(client.send(request(PATH + "a", chunked), BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
        assertThat(named.ordered().weight()).hasValue(3);
    }

    @Test
    void ordersAndQuestionsThatComeAtOnceAreAnsweredInTheirOrder() throws Exception {
        String body = "{\"weight\":3}";
        String order =
                "PATCH " + PATH + "a HTTP/1.1\r\nHost: x\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        String last = "GET " + PATH + "a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

        String responses = exchange(order.repeat(20) + last);

        assertThat(responses.split("HTTP/1.1 200 ", -1)).hasSize(22);
        assertThat(state.publications).hasValue(20);
    }

    @Test
    void theNodeItselfCanBeAskedForAndOtherMethodsAreNotAllowed() throws Exception {
        HttpResponse<String> shown = get(PATH + "a");
        assertThat(shown.body()).isEqualTo(new String(StateJson.bytes(Snapshot.shown(named, false, state)), US_ASCII));
        for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS")) {
            HttpResponse<String> response = client.send(
                    HttpRequest.newBuilder(uri(PATH + "a"))
                            .method(method, BodyPublishers.noBody())
                            .build(),
                    BodyHandlers.ofString());

            assertThat(response.statusCode()).as(method).isEqualTo(405);
            assertThat(response.headers().firstValue("allow")).hasValue("GET, HEAD, PATCH");
        }
    }

    @Test
    void whoWantsToBeAskedForTheBodyIsToldNotTo() throws Exception {
        assertThat(exchange(
                        "PATCH " + PATH + "a HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"))
                .startsWith("HTTP/1.1 417 ");
    }

    private HttpResponse<String> patch(String path, String body) throws Exception {
        return client.send(request(path, BodyPublishers.ofString(body)), BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }

    private HttpRequest request(String path, BodyPublisher body) {
        return HttpRequest.newBuilder(uri(path)).method("PATCH", body).build();
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.localAddress().getPort() + path);
    }

    /** Everything that comes back until the server closes. */
    private String exchange(String request) throws IOException {
        try (Socket socket = new Socket(
                server.localAddress().getAddress(), server.localAddress().getPort())) {
            socket.getOutputStream().write(request.getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        }
    }
}
