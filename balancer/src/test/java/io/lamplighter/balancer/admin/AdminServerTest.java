package io.lamplighter.balancer.admin;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lamplighter.balancer.config.ApiConfig;
import io.lamplighter.balancer.node.Node;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class AdminServerTest {
    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final FixedState state = new FixedState();
    private final HttpClient client = HttpClient.newHttpClient();
    private AdminServer server;

    @BeforeEach
    void open() throws IOException {
        state.serve(3, FixedState.upstream("lamps", FixedState.node("lamps", 1)));
        server = AdminServer.open(group, state, listen(0));
    }

    @AfterEach
    void close() {
        server.close();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    @Test
    void stateIsJson() throws Exception {
        HttpResponse<String> response = get("/state");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-type")).hasValue("application/json");
        assertThat(response.headers().firstValue("cache-control")).hasValue("no-store");
        assertThat(response.body()).isEqualTo(new String(StateJson.bytes(Snapshot.of(state)), UTF_8));
    }

    @Test
    void metricsArePrometheusText() throws Exception {
        HttpResponse<String> response = get("/metrics");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
        assertThat(response.body()).contains("lamplighter_generation 3.0\n");
    }

    @Test
    void everyRequestSeesTheStateOfItsMoment() throws Exception {
        assertThat(get("/state").body()).contains("\"generation\":3,");
        state.serve(4);

        assertThat(get("/state").body()).contains("\"generation\":4,").endsWith("\"upstreams\":[]}");
    }

    @Test
    void aQueryIsIgnored() throws Exception {
        assertThat(get("/state?pretty=1&x").statusCode()).isEqualTo(200);
    }

    @Test
    void headIsGetWithoutTheBody() throws Exception {
        String response = exchange("HEAD /state HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

        int length = StateJson.bytes(Snapshot.of(state)).length;
        assertThat(response).startsWith("HTTP/1.1 200 OK\r\n").contains("content-length: " + length + "\r\n");
        assertThat(response).endsWith("\r\n\r\n");
    }

    @Test
    void anotherPathIsNotFoundAndSaysWhatThereIs() throws Exception {
        for (String path : List.of("/", "/state/", "/State", "/metrics2", "/../etc/passwd")) {
            HttpResponse<String> response = get(path);

            assertThat(response.statusCode()).as(path).isEqualTo(404);
            assertThat(response.body()).contains("/state").contains("/metrics");
        }
    }

    @Test
    void onlyGetAndHeadAreAllowed() throws Exception {
        for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "PATCH")) {
            HttpResponse<String> response = client.send(
                    request("/state").method(method, BodyPublishers.noBody()).build(), BodyHandlers.ofString());

            assertThat(response.statusCode()).as(method).isEqualTo(405);
            assertThat(response.headers().firstValue("allow")).hasValue("GET, HEAD");
        }
    }

    @Test
    void aRequestBodyIsRefusedAndNotTakenForARequest() throws Exception {
        String smuggled = "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n";

        assertThat(exchange("GET /state HTTP/1.1\r\nHost: x\r\nContent-Length: " + smuggled.length() + "\r\n\r\n"
                        + smuggled))
                .startsWith("HTTP/1.1 413 ")
                .containsOnlyOnce("HTTP/1.1");
        assertThat(exchange("GET /state HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"))
                .startsWith("HTTP/1.1 413 ");
    }

    @Test
    void whatIsNotHttpIsABadRequest() throws Exception {
        for (String request : List.of(
                "rubbish\r\n\r\n",
                "\u0016\u0003\u0001\u0002\r\n\r\n",
                "GET /state HTTP/1.1\r\n\r\n",
                "GET /state HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n",
                "GET /state HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n",
                "GET /sta^te HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")) {
            assertThat(exchange(request))
                    .as(request)
                    .startsWith("HTTP/1.1 400 ")
                    .contains("connection: close");
        }
    }

    @Test
    void aRequestBeyondTheLimitsIsABadRequest() throws Exception {
        assertThat(exchange("GET /" + "x".repeat(2_000) + " HTTP/1.1\r\nHost: x\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
        assertThat(exchange("GET /state HTTP/1.1\r\nHost: x\r\nCookie: " + "x".repeat(9_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
    }

    @Test
    void aConnectionServesManyRequestsAlsoWhenTheyComeAtOnce() throws Exception {
        String request = "GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n";
        String last = "GET /state HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

        String responses = exchange(request.repeat(100) + last);

        assertThat(responses.split("HTTP/1.1 404 ", -1)).hasSize(101);
        assertThat(responses).containsOnlyOnce("HTTP/1.1 200 ").endsWith("}");
    }

    @Test
    void aClientThatAsksAndDoesNotReadCostsFewAnswersAndIsClosedAtTheDeadline() throws Exception {
        Node[] nodes = Collections.nCopies(1_000, FixedState.node("lamps", 1)).toArray(new Node[0]);
        state.serve(3, FixedState.upstream("lamps", nodes));
        try (AdminServer hasty = AdminServer.open(group, state, listen(0), 500);
                Socket greedy = connect(hasty)) {
            int asked = 100;
            greedy.getOutputStream()
                    .write("GET /state HTTP/1.1\r\nHost: x\r\n\r\n"
                            .repeat(asked)
                            .getBytes(US_ASCII));
            await().until(() -> state.snapshots.get() > 0);
            await().until(() -> hasty.openConnections() == 0);

            // What the kernel buffers of both sides take, some megabytes, and no more.
            assertThat(state.snapshots.get()).isLessThan(asked / 2);
        }
    }

    @Test
    void aClientWithoutKeepAliveIsClosedAfterTheAnswer() throws Exception {
        assertThat(exchange("GET /state HTTP/1.0\r\n\r\n"))
                .startsWith("HTTP/1.1 200 OK")
                .endsWith("}");
    }

    @Test
    void aFaultOfTheBalancerIsNotToldToTheClientInDetail() throws Exception {
        // The same node twice makes the same series twice, which the metrics library refuses.
        Node node = FixedState.node("lamps", 1);
        state.serve(3, FixedState.upstream("lamps", node, node));

        HttpResponse<String> response = get("/metrics");

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body())
                .contains("error log")
                .doesNotContain("Exception")
                .doesNotContain("at io.");
        assertThat(get("/state").statusCode()).isEqualTo(200);
    }

    @Test
    void aSilentOrTricklingClientIsClosedAtTheDeadline() throws Exception {
        try (AdminServer hasty = AdminServer.open(group, state, listen(0), 100);
                Socket silent = connect(hasty);
                Socket trickling = connect(hasty)) {
            trickling.getOutputStream().write("GET /st".getBytes(US_ASCII));

            assertThat(silent.getInputStream().read()).isEqualTo(-1);
            assertThat(trickling.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void closingEndsIdleConnectionsAndFreesTheAddress() throws Exception {
        int port = server.localAddress().getPort();
        try (Socket idle = connect(server)) {
            idle.getOutputStream().write("GET /state HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII));
            assertThat(idle.getInputStream().read()).isEqualTo('H');
            server.close();
            readAll(idle.getInputStream());
        }

        // NIO gives a closed socket back only when its selector has run again.
        server = Awaitility.await()
                .ignoreException(IOException.class)
                .until(() -> AdminServer.open(group, state, listen(port)), opened -> true);
        assertThat(get("/state").statusCode()).isEqualTo(200);
    }

    @Test
    void anAddressInUseIsNamedWithTheReasonAndTheLine() {
        int port = server.localAddress().getPort();

        assertThatThrownBy(() -> AdminServer.open(group, state, listen(port)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("127.0.0.1:" + port)
                .hasMessageContaining("Address already in use")
                .hasMessageContaining("test.conf:7");
    }

    private static ApiConfig listen(int port) {
        return new ApiConfig(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), false, FixedState.SOURCE);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(request(path).build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + server.localAddress().getPort() + path));
    }

    /** Everything that comes back until the server closes. */
    private String exchange(String request) throws IOException {
        try (Socket socket = connect(server)) {
            socket.getOutputStream().write(request.getBytes(US_ASCII));
            return readAll(socket.getInputStream());
        }
    }

    private static Socket connect(AdminServer server) throws IOException {
        return new Socket(
                server.localAddress().getAddress(), server.localAddress().getPort());
    }

    /** A server that refuses a request may reset the connection after its answer. */
    private static String readAll(InputStream in) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            in.transferTo(out);
        } catch (IOException e) {
            assertThat(out.size()).as(e.toString()).isPositive();
        }
        return out.toString(US_ASCII);
    }
}
