package io.lamplighter.simulator.flood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lamplighter.simulator.frame.LampFrame;
import io.lamplighter.simulator.frame.LampFrame.Kind;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class FloodTest {
    private static final double MEASURED_SECONDS = 2;
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    /** Generous, for a machine that is busy with other things; shorter where a test waits for it to pass. */
    private Duration timeout = Duration.ofSeconds(20);

    @TempDir
    private Path outDir;

    @Test
    void everyExchangeThatIsDueIsAnsweredAndCounted() throws IOException, InterruptedException {
        FloodResult result = flood(ScriptedServer::answer, plan(20, 100));

        // 2 s at 100/s, and what was due of the ramp's 50; a lamp's turns begin when it has come
        assertThat(result.exchanges()).isEqualTo(200);
        assertThat(result.warmupExchanges()).isEqualTo(result.due() - 200).isBetween(1L, 50L);
        assertThat(result.errors()).isZero();
        assertThat(result.tcpSessions()).isEqualTo(20);
        assertThat(result.peakLamps()).isEqualTo(20);
        assertThat(result.exchangesByNode()).isEqualTo(Map.of("scripted", 200L));
        assertThat(result.response().count()).isEqualTo(200);
        assertThat(result.response().p50Ms()).isPositive();
        assertThat(result.connect().count()).isEqualTo(20);
    }

    @Test
    void severalLoopsShareTheLampsAndTheRate() throws IOException, InterruptedException {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer::answer)) {
            FloodPlan plan = planOf(server.address(), Optional.empty(), 7, 0, 100, Optional.empty(), 3);

            FloodResult result = Flood.run(plan, outDir, progress -> {});

            assertThat(result.exchanges()).isBetween(197L, 203L); // each loop rounds by itself
            assertThat(result.errors()).isZero();
            assertThat(result.tcpSessions()).isEqualTo(7);
        }
    }

    /**
     * 100 exchanges per second from 20 lamps, and a server that answers nothing for a second in the middle: 100 exchanges
     * were due meanwhile and wait 0..1 s. A tool that asks the next question only after the answer would have at most one slow
     * exchange per lamp, 20 in all; here at least 60 must have waited over 0.3 s (70 in theory), and the tenth part of
     * the measured exchanges (20) over 0.7 s: 30 in theory.
     */
    @Test
    void aServerThatFreezesShowsUpWithEveryExchangeItKeptWaiting() throws IOException, InterruptedException {
        AtomicLong firstNs = new AtomicLong();
        long freezeFromNs = TimeUnit.MILLISECONDS.toNanos(1000);
        long freezeToNs = TimeUnit.MILLISECONDS.toNanos(2000);

        FloodResult result = flood(
                (context, request) -> {
                    firstNs.compareAndSet(0, System.nanoTime());
                    long sinceNs = System.nanoTime() - firstNs.get();
                    long delayNs = sinceNs > freezeFromNs && sinceNs < freezeToNs ? freezeToNs - sinceNs : 0;
                    context.executor()
                            .schedule(() -> ScriptedServer.answer(context, request), delayNs, TimeUnit.NANOSECONDS);
                },
                plan(20, 100));

        Histogram response = readBack("response");
        assertThat(result.errors()).isZero();
        assertThat(result.exchanges()).isEqualTo(200);
        long slow = response.getTotalCount() - response.getCountBetweenValues(0, 300_000_000);
        assertThat(slow).isBetween(60L, 200L);
        assertThat(result.response().p90Ms()).isGreaterThan(700);
        assertThat(result.latencyMethod()).contains("intended send time");
    }

    @Test
    void aLampThatWaitsForItsConnectionCountsTheWait() throws IOException, InterruptedException {
        AtomicInteger seen = new AtomicInteger();
        FloodResult result = flood(
                (context, request) -> {
                    if (seen.incrementAndGet() == 1) {
                        end(context); // the lamp comes back after a second
                    } else {
                        ScriptedServer.answer(context, request);
                    }
                },
                plan(1, 20));

        long answered = result.exchanges() + result.warmupExchanges();
        assertThat(result.tcpSessions()).isEqualTo(2);
        assertThat(result.errorsByKind()).isEqualTo(Map.of("closed", 1L, "lost", result.due() - answered));
        assertThat(Math.max(result.response().maxMs(), result.warmup().maxMs())).isGreaterThan(800);
    }

    @Test
    void lampsLeaveAndComeBackWithoutLosingAnExchange() throws IOException, InterruptedException {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer::answer)) {
            FloodPlan plan =
                    planOf(server.address(), Optional.empty(), 20, 0, 200, Optional.of(Duration.ofMillis(250)), 1);

            FloodResult result = Flood.run(plan, outDir, progress -> {});

            // 20 lamps for at least 2 s with a mean life of 0.25 s: 160 sessions expected after the first 20; the
            // standard deviation of that count is about 13
            assertThat(result.tcpSessions()).isBetween(100L, 300L);
            assertThat(result.errors()).isZero();
            assertThat(result.exchanges()).isEqualTo(400);
        }
    }

    @Test
    void aLostAnswerCostsOneExchangeAndKeepsNoOtherWaiting() throws IOException, InterruptedException {
        timeout = Duration.ofSeconds(4);
        try (ScriptedServer server = new ScriptedServer((context, request) -> {
            if (request.sequence() != 3) {
                ScriptedServer.answer(context, request);
            }
        })) {
            FloodPlan plan =
                    planOf(server.address(), Optional.empty(), 4, 0, 40, Optional.of(Duration.ofMillis(300)), 1);

            FloodResult result = Flood.run(plan, outDir, progress -> {});

            assertThat(result.errorsByKind()).isEqualTo(Map.of("timeout", 4L));
            assertThat(result.response().maxMs()).isLessThan(3000);
        }
    }

    @Test
    void anAnswerWithOtherBytesIsAnError() throws IOException, InterruptedException {
        FloodResult result = flood(
                (context, request) -> ScriptedServer.send(context, request.answer(Kind.ANSWER, new byte[] {0, 1, 2})),
                plan(5, 50));

        assertThat(result.exchanges()).isZero();
        assertThat(result.errorsByKind()).isEqualTo(Map.of("wrong_answer", result.due()));
    }

    @Test
    void anAnswerThatComesTwiceIsAnErrorTheSecondTime() throws IOException, InterruptedException {
        FloodResult result = flood(
                (context, request) -> {
                    ScriptedServer.answer(context, request);
                    ScriptedServer.answer(context, request);
                },
                plan(5, 50));

        assertThat(result.exchanges()).isEqualTo(100);
        // the twin of the very last answer may find its lamp gone
        assertThat(result.errorsByKind().keySet()).containsExactly("wrong_answer");
        assertThat(result.errors()).isBetween(result.due() - 5, result.due());
    }

    @Test
    void aBusyNodeARudeNodeAndRubbishAreToldApart() throws IOException, InterruptedException {
        assertThat(onlyError(
                        (context, request) -> ScriptedServer.send(context, request.answer(Kind.BUSY, new byte[0]))))
                .isEqualTo("busy");
        assertThat(onlyError((context, request) -> context.writeAndFlush(Unpooled.copiedBuffer(new byte[30]))))
                .isEqualTo("bad_frame");
        assertThat(onlyError(FloodTest::reset)).isEqualTo("reset");
        assertThat(onlyError((context, request) -> end(context))).isEqualTo("closed");
    }

    private String onlyError(BiConsumer<ChannelHandlerContext, LampFrame> script)
            throws IOException, InterruptedException {
        FloodResult result = flood(script, plan(2, 4));
        assertThat(result.exchanges()).isZero();
        assertThat(result.errors()).isPositive();
        return result.errorsByKind().keySet().stream()
                .filter(kind -> !kind.equals("lost")) // what was under way when a session ended
                .filter(kind -> !(kind.equals("closed") && result.errorsByKind().containsKey("bad_frame")))
                .reduce((one, other) -> one + " and " + other)
                .orElse("");
    }

    /** Not a close: requests that were not read yet would turn it into a reset. */
    private static void end(ChannelHandlerContext context) {
        ((SocketChannel) context.channel()).shutdownOutput();
    }

    private static void reset(ChannelHandlerContext context, LampFrame request) {
        if (context.channel().isActive()) {
            context.channel().config().setOption(ChannelOption.SO_LINGER, 0);
            context.close();
        }
    }

    @Test
    void whereNobodyListensEveryConnectFailsAndEveryExchangeTimesOut() throws IOException, InterruptedException {
        timeout = Duration.ofSeconds(1);
        InetSocketAddress nobody;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = (InetSocketAddress) socket.getLocalSocketAddress();
        }

        FloodResult result =
                Flood.run(planOf(nobody, Optional.empty(), 3, 0, 10, Optional.empty(), 1), outDir, progress -> {});

        assertThat(result.errorsByKind().keySet()).containsExactlyInAnyOrder("connect_failed", "timeout");
        assertThat(result.errorsByKind()).containsEntry("timeout", result.due());
    }

    @Test
    void datagramsThatAreSwallowedTimeOut() throws IOException, InterruptedException {
        timeout = Duration.ofSeconds(1);
        try (DatagramSocket silent = new DatagramSocket(ANY_PORT)) {
            InetSocketAddress target = (InetSocketAddress) silent.getLocalSocketAddress();

            FloodResult result =
                    Flood.run(planOf(target, Optional.of(target), 2, 2, 10, Optional.empty(), 1), outDir, p -> {});

            assertThat(result.udpSessions()).isEqualTo(2);
            assertThat(result.errorsByKind()).isEqualTo(Map.of("udp_timeout", result.due()));
        }
    }

    @Test
    void theSummaryIsJsonWithEverythingInIt() throws IOException, InterruptedException {
        FloodResult result = flood(ScriptedServer::answer, plan(4, 50));

        JsonNode json =
                new ObjectMapper().readTree(outDir.resolve("summary.json").toFile());

        assertThat(json.required("exchanges").asLong()).isEqualTo(result.exchanges());
        assertThat(json.required("errors").asLong()).isZero();
        assertThat(json.required("errors_by_kind").isEmpty()).isTrue();
        assertThat(json.required("exchanges_by_node").required("scripted").asLong())
                .isEqualTo(100);
        assertThat(json.required("tcp_sessions").asLong()).isEqualTo(4);
        assertThat(json.required("latency_method").asText()).startsWith("open loop");
        for (String percentile : new String[] {"p50_ms", "p90_ms", "p99_ms", "p99_9_ms", "max_ms"}) {
            assertThat(json.required("response").required(percentile).asDouble())
                    .isPositive();
        }
        assertThat(result.files()).allSatisfy(file -> assertThat(Path.of(file)).isNotEmptyFile());
    }

    @Test
    void theHistogramLogHoldsEveryMeasuredExchangeAndSaysHowItWasMeasured() throws IOException, InterruptedException {
        FloodResult result = flood(ScriptedServer::answer, plan(4, 50));

        assertThat(readBack("response").getTotalCount()).isEqualTo(result.exchanges());
        assertThat(readBack("warmup").getTotalCount()).isEqualTo(result.warmupExchanges());
        assertThat(readBack("connect").getTotalCount()).isEqualTo(4);
        assertThat(outDir.resolve("flood.hlog")).content().contains("intended send time");
        assertThat(outDir.resolve("flood.hgrm")).content().contains("Total count    =          100");
    }

    @Test
    void valuesOutsideTheirRangeAreNamed() {
        assertThatThrownBy(() -> planOf(ANY_PORT, Optional.empty(), 0, 0, 1, Optional.empty(), 1))
                .hasMessage("lamps must be 1..19000 (file descriptors of a process), found 0");
        assertThatThrownBy(() -> planOf(ANY_PORT, Optional.empty(), 2, 1, 1, Optional.empty(), 1))
                .hasMessage("UDP lamps need a UDP target, found none");
        assertThatThrownBy(() -> planOf(ANY_PORT, Optional.empty(), 2, 0, Double.NaN, Optional.empty(), 1))
                .hasMessage("rate must be above 0 and at most 1,000,000/s, found NaN");
    }

    @Test
    void udpLampsAreSpreadEvenlyAmongTheOthers() {
        FloodPlan plan = planOf(ANY_PORT, Optional.of(ANY_PORT), 10, 3, 1, Optional.empty(), 1);

        assertThat(java.util.stream.IntStream.range(0, 10).filter(plan::isUdp)).containsExactly(3, 6, 9);
    }

    private FloodResult flood(BiConsumer<ChannelHandlerContext, LampFrame> script, PlanFor planFor)
            throws IOException, InterruptedException {
        try (ScriptedServer server = new ScriptedServer(script)) {
            return Flood.run(planFor.target(server.address()), outDir, progress -> {});
        }
    }

    private interface PlanFor {
        FloodPlan target(InetSocketAddress target);
    }

    private PlanFor plan(int lamps, double rate) {
        return target -> planOf(target, Optional.empty(), lamps, 0, rate, Optional.empty(), 1);
    }

    private FloodPlan planOf(
            InetSocketAddress target,
            Optional<InetSocketAddress> udpTarget,
            int lamps,
            int udpLamps,
            double rate,
            Optional<Duration> reconnectEvery,
            int threads) {
        return new FloodPlan(
                target,
                udpTarget,
                lamps,
                udpLamps,
                rate,
                Duration.ofMillis(Math.round(MEASURED_SECONDS * 1000)),
                Duration.ofMillis(500),
                timeout,
                reconnectEvery,
                40,
                threads,
                1);
    }

    private Histogram readBack(String tag) throws IOException {
        Histogram all = Latencies.newHistogram();
        try (HistogramLogReader reader = new HistogramLogReader(Files.newInputStream(outDir.resolve("flood.hlog")))) {
            for (EncodableHistogram next = reader.nextIntervalHistogram();
                    next != null;
                    next = reader.nextIntervalHistogram()) {
                if (tag.equals(next.getTag())) {
                    all.add((Histogram) next);
                }
            }
        }
        return all;
    }
}
