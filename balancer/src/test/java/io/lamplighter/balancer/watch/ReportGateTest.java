package io.lamplighter.balancer.watch;

import static io.lamplighter.balancer.watch.Reports.bytes;
import static io.lamplighter.balancer.watch.Reports.config;
import static io.lamplighter.balancer.watch.Reports.report;
import static io.lamplighter.balancer.watch.Reports.signed;
import static io.lamplighter.balancer.watch.Reports.unsigned;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.ReportKey;
import io.lamplighter.balancer.config.LoadReportsConfig.ReportKeyConfig;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReportGateTest {
    private static final long START_MS = 1_790_000_000_000L;
    private static final long BOOT = START_MS - 60_000;

    private final ReportGate gate = new ReportGate();
    private long nowMs = START_MS;
    private long wallStepMs;

    @BeforeEach
    void trustNodesAAndB() {
        gate.trust(ReportTrust.of(config(false), Set.of("a", "b")));
    }

    @Test
    void aSignedReportOfAKnownNodeIsBelieved() {
        LoadReport report = report("a", BOOT, 1, nowMs);

        assertThat(admit(signed(report))).isEmpty();
        assertThat(gate.latest("a")).isEqualTo(new HeardReport(report, TimeUnit.MILLISECONDS.toNanos(nowMs)));
    }

    @Test
    void aReplayHasNoEffect() {
        for (int sequence = 1; sequence <= 100; sequence++) {
            assertThat(admit(signed(report("a", BOOT, sequence, nowMs)))).isEmpty();
        }
        HeardReport before = gate.latest("a");

        assertThat(admit(signed(report("a", BOOT, 50, nowMs - 1_000)))).contains(Refusal.REPLAY);
        assertThat(admit(signed(report("a", BOOT, 100, nowMs)))).contains(Refusal.REPLAY);
        assertThat(gate.latest("a")).isSameAs(before);
    }

    @Test
    void aForgeryFarAheadDoesNotShutOutTheRealAgent() {
        ReportKey guessed = new ReportKey(1, "fedcba9876543210".getBytes(StandardCharsets.US_ASCII));
        assertThat(admit(signed(report("a", BOOT, 1, nowMs)))).isEmpty();

        assertThat(admit(signed(report("a", BOOT, 1_000_000_000, nowMs), guessed)))
                .contains(Refusal.BAD_SIGNATURE);
        assertThat(admit(signed(report("a", BOOT, 2, nowMs)))).isEmpty();
    }

    @Test
    void eachRestartOfTheAgentIsBelievedAtOnceAndTheRunBeforeNoMore() {
        assertThat(admit(signed(report("a", BOOT, 900, nowMs)))).isEmpty();
        nowMs += 1_000;
        assertThat(admit(signed(report("a", nowMs - 500, 0, nowMs)))).isEmpty();

        assertThat(admit(signed(report("a", BOOT, 901, nowMs)))).contains(Refusal.OLD_BOOT);
    }

    @Test
    void anEarlierReportOfALaterRunIsAReplay() {
        long laterBoot = nowMs - 10_000;
        assertThat(admit(signed(report("a", BOOT, 900, nowMs)))).isEmpty();

        assertThat(admit(signed(report("a", laterBoot, 1, nowMs)))).contains(Refusal.OLD_BOOT);
    }

    @Test
    void twoAgentsOfOneNameDoNotTakeTurns() {
        assertThat(admit(signed(report("a", BOOT, 1, nowMs)))).isEmpty();
        for (int second = 1; second <= 5; second++) {
            nowMs += 1_000;
            assertThat(admit(signed(report("a", BOOT + 1, second, nowMs)))).isEmpty();
            assertThat(admit(signed(report("a", BOOT, 1 + second, nowMs + 1)))).contains(Refusal.OLD_BOOT);
        }
    }

    @Test
    void anAgentRestartedAfterItsClockWasSetBackIsShutOutNoLongerThanTheExpiry() {
        assertThat(admit(signed(report("a", BOOT, 1, nowMs + 20_000)))).isEmpty();
        nowMs += 1_000;
        assertThat(admit(signed(report("a", BOOT - 1, 0, nowMs)))).contains(Refusal.OLD_BOOT);

        nowMs += Reports.EXPIRE_MS;

        assertThat(admit(signed(report("a", BOOT - 1, 5, nowMs)))).isEmpty();
    }

    /** A recording of a run that ended is still within the clock window when its successor falls silent. */
    @Test
    void aRunThatWasReplacedIsNotBelievedWhenItsSuccessorIsSilent() {
        for (int run = 0; run < 40; run++) {
            nowMs += 700;
            assertThat(admit(signed(report("a", nowMs - 100, 1, nowMs)))).isEmpty();
        }
        nowMs += 700;
        long oldBoot = nowMs - 100;
        assertThat(admit(signed(report("a", oldBoot, 1, nowMs)))).isEmpty();
        ByteBuffer recorded = signed(report("a", oldBoot, 2, nowMs + 10));
        for (int run = 0; run < 3; run++) {
            nowMs += 1_000;
            assertThat(admit(signed(report("a", nowMs - 100, 1, nowMs)))).isEmpty();
        }
        HeardReport before = gate.latest("a");

        nowMs += Reports.EXPIRE_MS + 1;

        assertThat(admit(recorded)).contains(Refusal.OLD_BOOT);
        assertThat(gate.latest("a")).isSameAs(before);
        assertThat(admit(signed(report("a", nowMs - 50, 0, nowMs)))).isEmpty();
    }

    @Test
    void aWholeRecordingIsWorthNothingToABalancerStartedAfterTheWindow() {
        List<ByteBuffer> recording = new ArrayList<>();
        for (int sequence = 0; sequence < 60; sequence++) {
            recording.add(signed(report("a", BOOT, sequence, nowMs)));
            nowMs += 1_000;
        }
        nowMs += ReportGate.CLOCK_WINDOW_MS; // since the last one, less its second

        assertThat(recording).allSatisfy(one -> assertThat(admit(one)).contains(Refusal.CLOCK_OFF));
        assertThat(gate.heardNodes()).isEmpty();
        assertThat(admit(signed(report("a", BOOT, 60, nowMs)))).isEmpty();
    }

    @Test
    void aFreshBalancerDoesNotFallForOldRecordings() {
        ByteBuffer recorded = signed(report("a", BOOT, 7, nowMs));

        nowMs += ReportGate.CLOCK_WINDOW_MS + 1;

        assertThat(admit(recorded)).contains(Refusal.CLOCK_OFF);
        assertThat(gate.latest("a")).isNull();
    }

    @Test
    void recordingsKeptBackAreWorthlessAfterASilence() {
        assertThat(admit(signed(report("a", BOOT, 1, nowMs)))).isEmpty();
        ByteBuffer keptBack = signed(report("a", BOOT, 2, nowMs + 1_000));

        nowMs += 1_000 + ReportGate.CLOCK_WINDOW_MS + 1;

        assertThat(admit(keptBack)).contains(Refusal.CLOCK_OFF);
        assertThat(admit(signed(report("a", BOOT, 40, nowMs)))).isEmpty();
    }

    @Test
    void theFirstReportsDateIsCheckedOnBothSides() {
        assertThat(admit(signed(report("a", BOOT, 1, nowMs - ReportGate.CLOCK_WINDOW_MS - 1))))
                .contains(Refusal.CLOCK_OFF);
        assertThat(admit(signed(report("a", BOOT, 1, nowMs + ReportGate.CLOCK_WINDOW_MS + 1))))
                .contains(Refusal.CLOCK_OFF);
        assertThat(admit(signed(report("a", BOOT, 1, Long.MIN_VALUE)))).contains(Refusal.CLOCK_OFF);
        assertThat(admit(signed(report("a", BOOT, 1, Long.MAX_VALUE)))).contains(Refusal.CLOCK_OFF);
        assertThat(admit(signed(report("a", BOOT, 1, nowMs - ReportGate.CLOCK_WINDOW_MS))))
                .isEmpty();
        assertThat(admit(signed(report("b", BOOT, 1, nowMs + ReportGate.CLOCK_WINDOW_MS))))
                .isEmpty();
    }

    @Test
    void aWallClockThatJumpsBackSilencesNobody() {
        assertThat(admit(signed(report("a", BOOT, 1, nowMs)))).isEmpty();
        long hourMs = TimeUnit.HOURS.toMillis(1);

        nowMs += 1_000;
        assertThat(admit(signed(report("a", BOOT, 2, nowMs - hourMs))))
                .as("the agent's clock")
                .isEmpty();

        nowMs += 1_000;
        wallStepMs = -hourMs;
        assertThat(admit(signed(report("a", BOOT, 3, nowMs))))
                .as("the balancer's clock")
                .isEmpty();
        assertThat(gate.latest("a")).extracting(HeardReport::arrivedNs).isEqualTo(TimeUnit.MILLISECONDS.toNanos(nowMs));
    }

    @Test
    void aNodeThatNoServerNamesIsUnknown() {
        assertThat(admit(signed(report("c", BOOT, 1, nowMs)))).contains(Refusal.UNKNOWN_NODE);
        assertThat(gate.latest("c")).isNull();
    }

    @Test
    void keysNobodyKnowsAndReportsNobodySignedAreRefused() {
        assertThat(admit(signed(report("a", BOOT, 1, nowMs), new ReportKey(2, Reports.SECRET))))
                .contains(Refusal.UNKNOWN_KEY);
        assertThat(admit(unsigned(report("a", BOOT, 1, nowMs)))).contains(Refusal.UNSIGNED);
    }

    @Test
    void unsignedReportsAreBelievedOnlyIfAskedFor() {
        gate.trust(ReportTrust.of(config(true), Set.of("a")));

        assertThat(admit(unsigned(report("a", BOOT, 1, nowMs)))).isEmpty();
        assertThat(admit(unsigned(report("a", BOOT, 1, nowMs)))).contains(Refusal.REPLAY);
    }

    @Test
    void damagedReportsAreToldApart() {
        byte[] good = bytes(report("a", BOOT, 1, nowMs));
        byte[] newer = good.clone();
        newer[4] = 3;

        assertThat(admit(ByteBuffer.allocate(0))).contains(Refusal.CUT);
        assertThat(admit(ByteBuffer.allocate(1))).contains(Refusal.CUT);
        assertThat(admit(ByteBuffer.wrap(good, 0, 120))).contains(Refusal.CUT);
        assertThat(admit(ByteBuffer.allocate(65_507))).contains(Refusal.RUBBISH);
        assertThat(admit(ByteBuffer.wrap(newer))).contains(Refusal.UNKNOWN_VERSION);
        assertThat(gate.latest("a")).isNull();
    }

    @Test
    void whileKeysAreExchangedBothAreBelieved() {
        byte[] newSecret = Arrays.copyOf(Reports.SECRET, 32);
        ReportKey newKey = new ReportKey(2, newSecret);
        gate.trust(ReportTrust.of(
                config(false, new ReportKeyConfig(1, Reports.SECRET), new ReportKeyConfig(2, newSecret)),
                Set.of("a", "b")));

        assertThat(admit(signed(report("a", BOOT, 1, nowMs)))).isEmpty();
        assertThat(admit(signed(report("b", BOOT, 1, nowMs), newKey))).isEmpty();

        gate.trust(ReportTrust.of(config(false, new ReportKeyConfig(2, newSecret)), Set.of("a", "b")));

        assertThat(admit(signed(report("a", BOOT, 2, nowMs)))).contains(Refusal.UNKNOWN_KEY);
        assertThat(admit(signed(report("b", BOOT, 2, nowMs), newKey))).isEmpty();
    }

    @Test
    void aReloadForgetsOnlyTheNodesItDropped() {
        assertThat(admit(signed(report("a", BOOT, 5, nowMs)))).isEmpty();
        assertThat(admit(signed(report("b", BOOT, 5, nowMs)))).isEmpty();

        gate.trust(ReportTrust.of(config(false), Set.of("a", "c")));

        assertThat(gate.latest("a")).isNotNull();
        assertThat(gate.latest("b")).isNull();
        assertThat(admit(signed(report("a", BOOT, 5, nowMs)))).contains(Refusal.REPLAY);
    }

    private Optional<Refusal> admit(ByteBuffer datagram) {
        return gate.admit(datagram, TimeUnit.MILLISECONDS.toNanos(nowMs), nowMs + wallStepMs);
    }
}
