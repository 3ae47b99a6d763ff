package io.lamplighter.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lamplighter.simulator.FreePort;
import io.lamplighter.simulator.frame.LampFrame;
import io.lamplighter.simulator.frame.LampFrame.Kind;
import io.lamplighter.simulator.lamp.LampPlan;
import io.lamplighter.simulator.lamp.LampPlan.Targets;
import io.lamplighter.simulator.lamp.Sources;
import io.lamplighter.simulator.measure.Count;
import io.lamplighter.simulator.measure.Measurements;
import io.lamplighter.simulator.measure.Phase;
import io.lamplighter.simulator.report.RunSummary;
import io.lamplighter.simulator.scenario.Protocol;
import io.lamplighter.simulator.scenario.Scenario;
import io.lamplighter.simulator.scenario.ScenarioException;
import io.lamplighter.simulator.scenario.Scenarios;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

/** Lamps against servers that do what a test says, each run two seconds long after a warm-up of half a second. */
@Timeout(120)
class LoadRunTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @TempDir
    private Path outDir;

    @Test
    void everyExchangeThatIsDueIsAnsweredAndCounted() throws Exception {
        RunSummary run = run(ScriptedServer::answer, 20, 100);

        // 2 s at 100/s, and what was due of the warm-up's 50; a lamp's turns begin when it has come
        assertThat(run.exchanges()).isEqualTo(200);
        assertThat(run.warmupExchanges()).isEqualTo(run.count(Count.DUE) - 200).isBetween(1L, 50L);
        assertThat(run.errors()).isZero();
        assertThat(run.count(Count.TCP_SESSIONS)).isEqualTo(20);
        assertThat(run.peakLamps()).isEqualTo(20);
        assertThat(run.exchangesOf("scripted")).isEqualTo(200);
        assertThat(run.times(Phase.EXCHANGE).count()).isEqualTo(200);
        assertThat(run.times(Phase.EXCHANGE_RAW).count()).isEqualTo(200);
        assertThat(run.times(Phase.FIRST_BYTE).count()).isEqualTo(200);
        assertThat(run.times(Phase.CONNECT).count()).isEqualTo(20);
        assertThat(run.times(Phase.EXCHANGE).p50Ms()).isPositive();
    }

    @Test
    void severalLoopsShareTheLampsAndTheRate() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer::answer)) {
            RunSummary run = run(plan(server.address(), Protocol.TCP, 7, 100, 3));

            assertThat(run.exchanges()).isBetween(193L, 207L); // a lamp has 28 or 29 turns in 2 s
            assertThat(run.errors()).isZero();
            assertThat(run.count(Count.TCP_SESSIONS)).isEqualTo(7);
        }
    }

    /**
     * 100 exchanges per second from 20 lamps, and a server that answers nothing for a second in the middle: 100 exchanges
     * were due meanwhile and wait 0..1 s. A tool that asks the next question only after the answer would have at most one
     * slow exchange per lamp, 20 in all; here at least 60 must have waited over 0.3 s (70 in theory), and the tenth part
     * of the measured exchanges (20) over 0.7 s: 30 in theory. From the actual send it looks the same here, because sends do
     * not wait for answers.
     */
    @Test
    void aServerThatFreezesShowsUpWithEveryExchangeItKeptWaiting() throws Exception {
        AtomicLong firstNs = new AtomicLong();
        long freezeFromNs = TimeUnit.MILLISECONDS.toNanos(1000);
        long freezeToNs = TimeUnit.MILLISECONDS.toNanos(2000);

        RunSummary run = run(
                (context, request) -> {
                    firstNs.compareAndSet(0, System.nanoTime());
                    long sinceNs = System.nanoTime() - firstNs.get();
                    long delayNs = sinceNs > freezeFromNs && sinceNs < freezeToNs ? freezeToNs - sinceNs : 0;
                    context.executor()
                            .schedule(() -> ScriptedServer.answer(context, request), delayNs, TimeUnit.NANOSECONDS);
                },
                20,
                100);

        Histogram exchanges = readBack("exchange");
        assertThat(run.errors()).isZero();
        assertThat(run.exchanges()).isEqualTo(200);
        long slow = exchanges.getTotalCount() - exchanges.getCountBetweenValues(0, 300_000_000);
        assertThat(slow).isBetween(60L, 200L);
        assertThat(run.times(Phase.EXCHANGE).p90Ms()).isGreaterThan(700);
        assertThat(run.latencyMethod()).contains("intended send time");
    }

    /** A session per report: what waits for the frozen server is not sent, so only the corrected times show the stall. */
    @Test
    void whatAStallKeptFromBeingSentIsInTheCorrectedTimesAndNotInTheRawOnes() throws Exception {
        AtomicLong firstNs = new AtomicLong();
        RunSummary run = run(
                (context, request) -> {
                    firstNs.compareAndSet(0, System.nanoTime());
                    long sinceMs = (System.nanoTime() - firstNs.get()) / 1_000_000;
                    boolean isFirstOfStall = sinceMs > 1000 && sinceMs < 1100;
                    context.executor()
                            .schedule(
                                    () -> ScriptedServer.answer(context, request),
                                    isFirstOfStall ? 800 : 0,
                                    TimeUnit.MILLISECONDS);
                },
                1,
                20,
                "session=per-report");

        assertThat(run.errors()).isZero();
        Histogram corrected = readBack("exchange");
        Histogram raw = readBack("exchange-raw");
        // 16 reports were due while one waited: most waited over 0.2 s from their due time, but were quick once sent
        assertThat(corrected.getTotalCount() - corrected.getCountBetweenValues(0, 200_000_000))
                .isGreaterThanOrEqualTo(8);
        assertThat(raw.getTotalCount() - raw.getCountBetweenValues(0, 200_000_000))
                .isBetween(1L, 4L);
    }

    @Test
    void aLampThatWaitsForItsConnectionCountsTheWait() throws Exception {
        AtomicInteger seen = new AtomicInteger();
        RunSummary run = run(
                (context, request) -> {
                    if (seen.incrementAndGet() == 1) {
                        end(context); // the lamp comes back after a second
                    } else {
                        ScriptedServer.answer(context, request);
                    }
                },
                1,
                20,
                "reconnect=1s..1s");

        long answered = run.exchanges() + run.warmupExchanges();
        assertThat(run.count(Count.TCP_SESSIONS)).isEqualTo(2);
        assertThat(run.errorsByKind()).isEqualTo(Map.of("closed", 1L, "unanswered", run.count(Count.DUE) - answered));
        assertThat(Math.max(
                        run.times(Phase.EXCHANGE).maxMs(),
                        run.times(Phase.WARMUP).maxMs()))
                .isGreaterThan(800);
    }

    @Test
    void lampsLeaveAndComeBackWithoutLosingAnExchange() throws Exception {
        RunSummary run = run(ScriptedServer::answer, 20, 200, "session=250ms");

        // 20 lamps for at least 2 s with a mean life of 0.25 s: 160 sessions expected after the first 20; the standard
        // deviation of that count is about 13
        assertThat(run.count(Count.TCP_SESSIONS)).isBetween(100L, 300L);
        assertThat(run.errors()).isZero();
        assertThat(run.exchanges()).isEqualTo(400);
    }

    @Test
    void aConnectionPerReportIsClosedByTheLampAfterItsAnswer() throws Exception {
        RunSummary run = run(ScriptedServer::answer, 10, 100, "session=per-report");

        assertThat(run.count(Count.TCP_SESSIONS)).isEqualTo(run.count(Count.DUE));
        assertThat(run.exchanges()).isEqualTo(200);
        assertThat(run.errors()).isZero();
    }

    @Test
    void abandonedSessionsStayUntilTheOtherSideClosesThem() throws Exception {
        RunSummary run = run(ScriptedServer::answer, 10, 100, "abandon=500ms");

        assertThat(run.count(Count.ABANDONED)).isBetween(10L, 120L); // 50 expected
        assertThat(run.count(Count.TCP_SESSIONS)).isEqualTo(10 + run.count(Count.ABANDONED));
        assertThat(run.count(Count.ABANDONED_CLOSED)).isZero();
        assertThat(run.exchanges()).isEqualTo(200);
        assertThat(run.errors()).isZero();
    }

    @Test
    void aPowerCutEndsEverySessionAtOnceAndNobodyIsToBlame() throws Exception {
        AtomicInteger opened = new AtomicInteger();
        try (ScriptedServer server = new ScriptedServer(ScriptedServer::answer, opened)) {
            Path file = Files.writeString(outDir.resolve("cut.scenario"), """
                    warmup = 500ms
                    duration = 2s
                    [lamps all]
                    interval = 100ms
                    first-report = on-arrival
                    [at 700ms]
                    power-cut = 100% for 500ms by reset
                    """);
            RunSummary run = run(plan(Scenarios.read(file.toString(), List.of()), server.address(), 20));

            assertThat(run.count(Count.CUT_SESSIONS)).isEqualTo(20);
            assertThat(run.count(Count.TCP_SESSIONS)).isEqualTo(40);
            assertThat(run.errors()).isZero();
            assertThat(opened).hasValue(40);
            // 20 lamps at 10/s for 2 s less half a second, and one report more of each when it comes back
            assertThat(run.exchanges() + run.count(Count.CUT_EXCHANGES)).isBetween(280L, 340L);
        }
    }

    @Test
    void aSlowReaderGetsItsWholeAnswerSlowly() throws Exception {
        // 16 KiB at 32 KiB/s: half a second for an answer of which the first byte is there at once
        RunSummary run = run(ScriptedServer::answer, 2, 2, "payload=16k", "read=32k/s");

        assertThat(run.errors()).isZero();
        assertThat(run.times(Phase.EXCHANGE_RAW).p50Ms()).isGreaterThan(350);
        assertThat(run.times(Phase.FIRST_BYTE).p50Ms())
                .isLessThan(run.times(Phase.EXCHANGE_RAW).p50Ms() / 2);
    }

    @Test
    void aClosedLoopSendsAsSoonAsItHasItsAnswerAndSaysSo() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer::answer)) {
            LampPlan open = plan(server.address(), Protocol.TCP, 4, 10, 1);
            LampPlan plan = new LampPlan(
                    open.scenario(), open.targets(), open.sources(), 4, 0, 1, 1, 1, false, true, 1, Optional.empty());

            RunSummary run = run(plan);

            assertThat(run.exchanges()).isGreaterThan(1000); // 20 by the interval
            assertThat(run.errors()).isZero();
            assertThat(run.latencyMethod()).startsWith("closed loop");
        }
    }

    @Test
    void anEchoServerWillDo() throws Exception {
        try (ScriptedServer server = new ScriptedServer((context, request) -> ScriptedServer.send(context, request))) {
            LampPlan nodes = plan(server.address(), Protocol.TCP, 4, 40, 1);
            LampPlan plan = new LampPlan(
                    nodes.scenario(),
                    nodes.targets(),
                    nodes.sources(),
                    4,
                    0,
                    1,
                    1,
                    1,
                    true,
                    false,
                    1,
                    Optional.empty());

            RunSummary run = run(plan);

            assertThat(run.exchanges()).isEqualTo(80);
            assertThat(run.errors()).isZero();
            assertThat(run.nodes()).isEmpty();
        }
    }

    @Test
    void aLostAnswerCostsOneExchangeAndKeepsNoOtherWaiting() throws Exception {
        RunSummary run = run(
                (context, request) -> {
                    if (request.sequence() != 3) {
                        ScriptedServer.answer(context, request);
                    }
                },
                4,
                40,
                "session=300ms",
                "timeout=4s");

        assertThat(run.errorsByKind()).isEqualTo(Map.of("timed_out", 4L));
        assertThat(run.times(Phase.EXCHANGE).maxMs()).isLessThan(3000);
    }

    @Test
    void anAnswerWithOtherBytesIsAnError() throws Exception {
        RunSummary run = run(
                (context, request) -> ScriptedServer.send(context, request.answer(Kind.ANSWER, new byte[] {0, 1, 2})),
                5,
                50);

        assertThat(run.exchanges()).isZero();
        assertThat(run.errorsByKind()).isEqualTo(Map.of("bad_answer", run.count(Count.DUE)));
    }

    @Test
    void anAnswerThatComesTwiceIsAnErrorTheSecondTime() throws Exception {
        RunSummary run = run(
                (context, request) -> {
                    ScriptedServer.answer(context, request);
                    ScriptedServer.answer(context, request);
                },
                5,
                50);

        assertThat(run.exchanges()).isEqualTo(100);
        // the twin of the very last answer may find its lamp gone
        assertThat(run.errorsByKind().keySet()).containsExactly("bad_answer");
        assertThat(run.errors()).isBetween(run.count(Count.DUE) - 5, run.count(Count.DUE));
    }

    @Test
    void aBusyNodeARudeNodeAndRubbishAreToldApart() throws Exception {
        assertThat(onlyError(
                        (context, request) -> ScriptedServer.send(context, request.answer(Kind.BUSY, new byte[0]))))
                .isEqualTo("busy");
        assertThat(onlyError((context, request) -> context.writeAndFlush(Unpooled.copiedBuffer(new byte[30]))))
                .isEqualTo("bad_answer");
        assertThat(onlyError(LoadRunTest::reset)).isEqualTo("reset");
        assertThat(onlyError((context, request) -> end(context))).isEqualTo("closed");
    }

    private String onlyError(BiConsumer<ChannelHandlerContext, LampFrame> script) throws Exception {
        RunSummary run = run(script, 2, 4, "timeout=1s");
        assertThat(run.exchanges()).isZero();
        assertThat(run.errors()).isPositive();
        // exchanges that were under way, or due and never sent because the lamp waits ever longer, are consequences
        List<String> consequences = List.of("unanswered", "timed_out");
        return String.join(
                " and ",
                run.errorsByKind().keySet().stream()
                        .filter(kind -> !consequences.contains(kind))
                        .toList());
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
    void whereNobodyListensEveryConnectIsRefusedAndEveryExchangeTimesOut() throws Exception {
        InetSocketAddress nobody = FreePort.nextAddress();

        RunSummary run = run(plan(nobody, Protocol.TCP, 3, 10, 1, "timeout=1s"));

        assertThat(run.errorsByKind().keySet()).containsExactlyInAnyOrder("refused", "timed_out");
        assertThat(run.errorsByKind()).containsEntry("timed_out", run.count(Count.DUE));
    }

    @Test
    void datagramsThatAreSwallowedAreLost() throws Exception {
        try (DatagramSocket silent = new DatagramSocket(ANY_PORT)) {
            InetSocketAddress target = (InetSocketAddress) silent.getLocalSocketAddress();

            RunSummary run = run(plan(target, Protocol.UDP, 2, 10, 1, "timeout=1s"));

            assertThat(run.count(Count.UDP_SESSIONS)).isEqualTo(2);
            assertThat(run.errorsByKind()).isEqualTo(Map.of("lost_datagram", run.count(Count.DUE)));
        }
    }

    @Test
    void datagramsToAClosedPortAreRefused() throws Exception {
        InetSocketAddress nobody;
        try (DatagramSocket socket = new DatagramSocket(ANY_PORT)) {
            nobody = (InetSocketAddress) socket.getLocalSocketAddress();
        }

        RunSummary run = run(plan(nobody, Protocol.UDP, 2, 10, 1, "timeout=1s"));

        assertThat(run.errorsByKind()).isEqualTo(Map.of("refused", run.count(Count.DUE)));
    }

    @Test
    void theSummaryIsJsonWithEverythingInIt() throws Exception {
        RunSummary run = run(ScriptedServer::answer, 4, 50);

        JsonNode json =
                new ObjectMapper().readTree(outDir.resolve("summary.json").toFile());

        assertThat(json.required("exchanges").asLong()).isEqualTo(run.exchanges());
        assertThat(json.required("errors").asLong()).isZero();
        assertThat(json.required("errors_by_kind").isEmpty()).isTrue();
        assertThat(json.required("nodes").required("scripted").required("count").asLong())
                .isEqualTo(100);
        assertThat(json.required("counts").required("tcp_sessions").asLong()).isEqualTo(4);
        assertThat(json.required("latency_method").asText()).startsWith("open loop");
        assertThat(json.required("seconds")).hasSizeGreaterThanOrEqualTo(3);
        assertThat(json.required("saturation").required("saturated").isBoolean())
                .isTrue();
        for (String phase : new String[] {"exchange", "exchange-raw", "first-byte", "connect"}) {
            for (String percentile : new String[] {"p50_ms", "p90_ms", "p99_ms", "p99_9_ms", "max_ms"}) {
                assertThat(json.required("phases")
                                .required(phase)
                                .required(percentile)
                                .asDouble())
                        .isPositive();
            }
        }
        assertThat(run.files()).allSatisfy(file -> assertThat(Path.of(file)).isNotEmptyFile());
    }

    @Test
    void theHistogramLogHoldsEveryMeasuredExchangeAndSaysHowItWasMeasured() throws Exception {
        RunSummary run = run(ScriptedServer::answer, 4, 50);

        assertThat(readBack("exchange").getTotalCount()).isEqualTo(run.exchanges());
        assertThat(readBack("warmup").getTotalCount()).isEqualTo(run.warmupExchanges());
        assertThat(readBack("connect").getTotalCount()).isEqualTo(4);
        assertThat(readBack("node.scripted").getTotalCount()).isEqualTo(run.exchanges());
        assertThat(outDir.resolve("run.hlog")).content().contains("intended send time");
        assertThat(outDir.resolve("exchange.hgrm")).content().contains("Total count    =          100");
    }

    private RunSummary run(
            BiConsumer<ChannelHandlerContext, LampFrame> script, int lamps, double rate, String... settings)
            throws Exception {
        try (ScriptedServer server = new ScriptedServer(script)) {
            return run(plan(server.address(), Protocol.TCP, lamps, rate, 1, settings));
        }
    }

    private RunSummary run(LampPlan plan) throws IOException, InterruptedException {
        return LoadRun.run(RunPlan.of(plan), outDir, progress -> {});
    }

    private static LampPlan plan(
            InetSocketAddress target, Protocol protocol, int lamps, double rate, int threads, String... settings)
            throws IOException, ScenarioException {
        // Generous time-outs, for a machine that is busy with other things; shorter where a test waits for one.
        List<String> all = new ArrayList<>(List.of("warmup=500ms", "duration=2s", "jitter=0%", "timeout=20s"));
        all.addAll(List.of(settings));
        Scenario scenario =
                Scenarios.read("steady", all).speaking(Map.of(protocol, 1.0)).atRate(rate, lamps);
        return new LampPlan(
                scenario,
                Targets.all(target),
                Sources.best(target),
                lamps,
                0,
                1,
                threads,
                1,
                false,
                false,
                1,
                Optional.empty());
    }

    private static LampPlan plan(Scenario scenario, InetSocketAddress target, int lamps) {
        return new LampPlan(
                scenario.speaking(Map.of(Protocol.TCP, 1.0)),
                Targets.all(target),
                Sources.best(target),
                lamps,
                0,
                1,
                1,
                1,
                false,
                false,
                1,
                Optional.empty());
    }

    private Histogram readBack(String tag) throws IOException {
        Histogram all = Measurements.newHistogram();
        try (HistogramLogReader reader = new HistogramLogReader(Files.newInputStream(outDir.resolve("run.hlog")))) {
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
