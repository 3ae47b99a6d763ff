package io.lamplighter.balancer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions see what was put into a table over HTTP a moment before. */
@Timeout(60)
class KeyvalIT {
    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private RunningBalancer balancer;

    @AfterEach
    void stop() {
        balancer.close();
    }

    @Test
    void pairsAreAddedChangedAndTakenOut() throws Exception {
        balancer = start("write on;");
        assertThat(answer()).isEqualTo("-");

        assertThat(ask("POST", "/keyvals/who", "{\"127.0.0.0/8\": \"home\"}").statusCode())
                .isEqualTo(201);
        assertThat(answer()).isEqualTo("home-");
        assertThat(ask("POST", "/keyvals/who", "{\"127.0.0.0/8\": \"x\"}").statusCode())
                .isEqualTo(409);
        assertThat(ask("GET", "/keyvals", "").body()).isEqualTo("{\"who\":{\"127.0.0.0/8\":\"home\"}}");
        assertThat(ask("GET", "/keyvals/who?key=127.0.0.0%2F8", "").body()).isEqualTo("{\"127.0.0.0/8\":\"home\"}");
        assertThat(Files.readString(directory.resolve("who.json"))).contains("home");

        String pair = "{\"127.0.0.0/8\": {\"value\": \"caf\u00e9\", \"expire\": 600000}}";
        assertThat(ask("PATCH", "/keyvals/who", pair).body()).isEqualTo("{\"127.0.0.0/8\":\"caf\u00e9\"}");
        assertThat(answer()).isEqualTo("caf\u00e9-");
        assertThat(ask("PATCH", "/keyvals/who", "{\"127.0.0.0/8\": null}").body())
                .isEqualTo("{}");
        assertThat(answer()).isEqualTo("-");

        ask("POST", "/keyvals/who", "{\"127.0.0.1\": \"a\"}");
        assertThat(ask("DELETE", "/keyvals/who", "").body()).isEqualTo("{}");
        assertThat(answer()).isEqualTo("-");
    }

    @Test
    void whatIsWrongIsSaid() throws Exception {
        balancer = start("write on;");
        assertThat(ask("POST", "/keyvals/nobody", "{}").statusCode()).isEqualTo(404);
        assertThat(ask("POST", "/keyvals/who", "[1]").statusCode()).isEqualTo(400);
        assertThat(ask("POST", "/keyvals/who", "{\"lamp\": \"1\"}").body()).contains("IP address");
        assertThat(ask("POST", "/keyvals/who", "{\"1.1.1.1\": 7}").statusCode()).isEqualTo(400);
        assertThat(ask("PATCH", "/keyvals/who", "{\"1.1.1.1\": \"1\"}").statusCode())
                .isEqualTo(404);
        assertThat(ask("GET", "/keyvals/who?key=1.1.1.1", "").statusCode()).isEqualTo(404);
        String large = "{\"1.1.1.1\": \"" + "x".repeat(40_000) + "\"}";
        assertThat(ask("POST", "/keyvals/who", large).statusCode()).isEqualTo(507);
        assertThat(ask("PUT", "/keyvals/who", "{}").statusCode()).isEqualTo(405);
    }

    @Test
    void withoutLeaveToWriteNothingChanges() throws Exception {
        balancer = start("");
        assertThat(ask("POST", "/keyvals/who", "{\"127.0.0.1\": \"a\"}").statusCode())
                .isEqualTo(403);
        assertThat(ask("GET", "/keyvals/who", "").body()).isEqualTo("{}");
    }

    private RunningBalancer start(String api) throws IOException {
        return RunningBalancer.start(
                directory,
                "worker_processes 1; events { } stream { keyval_zone zone=who:32k type=ip state=who.json;"
                        + " keyval $remote_addr $who zone=who; server { listen 127.0.0.1:0; return $who-; }"
                        + " api { listen 127.0.0.1:0; " + api + " } }");
    }

    private HttpResponse<String> ask(String method, String path, String body) throws Exception {
        int port = balancer.balancer().coldSide().adminAddress().getPort();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private String answer() throws IOException {
        try (Socket session = balancer.connect()) {
            return new String(session.getInputStream().readAllBytes(), UTF_8);
        }
    }
}
