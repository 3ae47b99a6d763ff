package io.lamplighter.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.agent.report.LoadReport;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HaproxyAnswerTest {
    private static final long EXPIRE_NS = 5_000_000_000L;
    private static final double UNKNOWN = -1;

    private long nowNs = -7;

    @ParameterizedTest
    @CsvSource({
        "0.5, 0.62, 0.70, 66", // the test bed of the design
        "0.5, 0.30, 0.52, 41",
        "0.5, 0.06, 0.10, 8",
        "1,   0.30, 0.52, 30",
        "0,   0.30, 0.52, 52",
        "0.8, 0.30, -1,   30",
        "0.8, -1,   0.52, 52",
        "0.5, -1,   -1,   100",
        "0.5, 0,    0,    1",
        "0.5, 1,    1,    100",
        "0.5, 0.125, 0.125, 13",
    })
    void theWeightIsTheResidualLoadRateAndWhatIsUnknownLeavesItsShareToTheOther(
            double cpuShare, double cpu, double bandwidth, int percent) {
        HaproxyAnswer answer = answer(cpuShare, false);
        nowNs += HaproxyAnswer.READY_NS;

        answer.accept(report(cpu, bandwidth, false));

        assertThat(answer.get()).isEqualTo("up " + percent + "%\n");
    }

    @Test
    void beforeTheFirstReportTheNodeIsUpAtItsOwnWeightUnlessItIsDraining() {
        assertThat(answer(0.5, false).get()).isEqualTo("up ready 100%\n");
        assertThat(answer(0.5, true).get()).isEqualTo("drain\n");
    }

    @Test
    void readyEndsTheDrainingAndIsNotSaidForEver() {
        HaproxyAnswer answer = answer(0.5, false);
        nowNs += HaproxyAnswer.READY_NS;
        answer.accept(report(0.5, 0.5, false));
        assertThat(answer.get()).isEqualTo("up 50%\n");

        answer.accept(report(0.5, 0.5, true));
        assertThat(answer.get()).isEqualTo("drain\n");

        answer.accept(report(0.5, 0.5, false));
        assertThat(answer.get()).isEqualTo("up ready 50%\n");
        nowNs += HaproxyAnswer.READY_NS - 1;
        answer.accept(report(0.5, 0.5, false));
        assertThat(answer.get()).isEqualTo("up ready 50%\n");
        nowNs++;
        assertThat(answer.get()).isEqualTo("up 50%\n");
    }

    @Test
    void figuresThatAreTooOldAreUnknownAndDrainingStays() {
        HaproxyAnswer answer = answer(0.5, false);
        answer.accept(report(0.2, 0.2, false));
        nowNs += EXPIRE_NS;
        assertThat(answer.get()).isEqualTo("up ready 20%\n");
        nowNs++;
        assertThat(answer.get()).isEqualTo("up ready 100%\n");

        answer.accept(report(0.2, 0.2, true));
        nowNs += 2 * EXPIRE_NS;
        assertThat(answer.get()).isEqualTo("drain\n");
    }

    private HaproxyAnswer answer(double cpuShare, boolean draining) {
        return new HaproxyAnswer(cpuShare, draining, () -> nowNs, EXPIRE_NS);
    }

    private static LoadReport report(double cpu, double bandwidth, boolean draining) {
        LoadReport.Usage usage =
                new LoadReport.Usage(share(cpu), share(bandwidth), OptionalLong.empty(), OptionalLong.empty());
        return new LoadReport("a", 1, 1, 1, LoadReport.Hardware.UNKNOWN, usage, draining);
    }

    private static OptionalDouble share(double value) {
        return value == UNKNOWN ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
