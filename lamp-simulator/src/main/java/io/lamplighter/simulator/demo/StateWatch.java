package io.lamplighter.simulator.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Asks the balancer for its state, once or four times a second on a thread of its own. */
final class StateWatch implements AutoCloseable {
    private static final long INTERVAL_MS = 250;
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final HttpRequest request;
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(TIMEOUT)
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "state watch");
        thread.setDaemon(true);
        return thread;
    });
    private final List<StateSample> samples = new ArrayList<>();
    private long failures;

    StateWatch(int apiPort) {
        request = HttpRequest.newBuilder(URI.create("http://" + DemoPlan.text(apiPort) + "/state"))
                .timeout(TIMEOUT)
                .build();
    }

    /** The state now. */
    StateSample ask() throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(request.uri() + " answered with status " + answer.statusCode());
        }
        return StateSample.parse(System.nanoTime(), answer.body());
    }

    void start() {
        timer.scheduleAtFixedRate(this::sample, 0, INTERVAL_MS, TimeUnit.MILLISECONDS);
    }

    private void sample() {
        try {
            add(ask());
        } catch (IOException | IllegalArgumentException e) {
            failed(); // a gap in the samples; the weight before it counts until the next one
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void add(StateSample sample) {
        samples.add(sample);
    }

    private synchronized void failed() {
        failures++;
    }

    /** What was seen between two moments. */
    synchronized List<StateSample> samples(long fromNs, long toNs) {
        return samples.stream()
                .filter(sample -> sample.atNs() - fromNs >= 0 && sample.atNs() - toNs <= 0)
                .toList();
    }

    synchronized long failures() {
        return failures;
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
