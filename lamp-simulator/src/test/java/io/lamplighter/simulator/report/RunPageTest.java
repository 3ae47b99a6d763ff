package io.lamplighter.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lamplighter.simulator.measure.Count;
import io.lamplighter.simulator.measure.Fault;
import io.lamplighter.simulator.measure.Interval;
import io.lamplighter.simulator.measure.Measurements;
import io.lamplighter.simulator.measure.Phase;
import io.lamplighter.simulator.measure.Strain;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

/** What a run writes is read again, compared, and shown without asking the network. */
class RunPageTest {
    @TempDir
    private Path dir;

    @Test
    void aPageHoldsItsFiguresItsErrorsItsWarningsAndItsPlots() throws IOException {
        RunSummary run = report("one", 1_000_000, 2);

        String page = Files.readString(dir.resolve("one/index.html"));

        assertThat(run.files()).contains(dir.resolve("one/index.html").toString());
        assertThat(page)
                .contains("<!doctype html>", "node a", "lost_datagram: UDP exchanges", "SATURATED: an event loop used")
                .contains("percentiles of exchanges, ms", "exchange, ms, over time", "lamps with a session")
                .contains("&lt;b&gt; &amp; more");
        assertThat(page).doesNotContain("http://", "https://", "<script", "<link", "NaN", "Infinity", "<b>");
    }

    @Test
    void everyPlotIsWellFormed() throws Exception {
        report("one", 1_000_000, 2);
        report("two", 2_000_000, 0);
        Run one = Run.read(dir.resolve("one"));
        Run two = Run.read(dir.resolve("two"));

        for (List<Run> runs : List.of(List.of(one), List.of(one, two))) {
            String plots = "<plots>" + new RunPlots(runs).all() + "</plots>";
            int count = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(plots)))
                    .getElementsByTagName("svg")
                    .getLength();
            assertThat(count).isGreaterThanOrEqualTo(6);
        }
    }

    @Test
    void whatWasWrittenIsReadAgain() throws IOException {
        RunSummary written = report("one", 1_000_000, 2);

        Run read = Run.read(dir.resolve("one"));

        assertThat(read.summary().run()).isEqualTo(written.run());
        assertThat(read.summary().phases()).isEqualTo(written.phases());
        assertThat(read.summary().nodes()).isEqualTo(written.nodes());
        assertThat(read.summary().errorsByKind()).isEqualTo(written.errorsByKind());
        assertThat(read.summary().seconds()).isEqualTo(written.seconds());
        assertThat(read.summary().saturation()).isEqualTo(written.saturation());
        assertThat(read.histograms().get("exchange").getTotalCount()).isEqualTo(40);
        assertThat(read.histograms().get("node.a").getTotalCount()).isEqualTo(40);
    }

    @Test
    void thePartsOfARunAreTheIntervalsOfItsLogThatBeginInThem() throws IOException {
        report("one", 1_000_000, 0);

        assertThat(Times.ofPart(dir.resolve("one"), 0, 1).count()).isEqualTo(10);
        assertThat(Times.ofPart(dir.resolve("one"), 1, Double.MAX_VALUE).count())
                .isEqualTo(30);
        assertThat(Times.ofPart(dir.resolve("one"), 1, 3).p50Ms()).isCloseTo(1, within(0.01));
        assertThat(Times.ofPart(dir.resolve("one"), 4, 9)).isEqualTo(Times.NONE);
    }

    @Test
    void aDirectoryWithoutAReportIsNamed() {
        assertThatThrownBy(() -> Run.read(dir)).hasMessage(dir + " is no report of lampsim: it has no summary.json");
    }

    /** Four seconds of ten exchanges each, all equally long. */
    private RunSummary report(String name, long exchangeNs, int lost) throws IOException {
        RunInfo info =
                new RunInfo("test", "<b> & more", Map.of("tcp", "t"), 10, Map.of("tcp", 10), 1, 1, 10, 0, 4, false);
        try (RunLog log = new RunLog(info, dir.resolve(name))) {
            for (int second = 0; second < 4; second++) {
                Measurements measurements = new Measurements();
                measurements.openLamps(10);
                measurements.count(Count.ANSWERED, 10);
                measurements.fault(Fault.LOST_DATAGRAM, second == 1 ? lost : 0);
                for (int exchange = 0; exchange < 10; exchange++) {
                    measurements.time(Phase.EXCHANGE, exchangeNs);
                    measurements.time(Phase.EXCHANGE_RAW, exchangeNs);
                    measurements.time(Phase.CONNECT, 1000);
                    measurements.timeOfNode("a", exchangeNs);
                    measurements.timeOfNode("b", exchangeNs);
                }
                log.add(new Interval(second, second + 1, measurements, new Strain(0.99, 1_000_000, 0)));
            }
            return log.finish(List.of());
        }
    }
}
