package io.lamplighter.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The legend of a plot is never drawn over its title or beyond its edge. */
class PlotTest {
    private static final String TITLE = "percentiles of exchanges, ms";
    private static final Pattern NAME = Pattern.compile("<text x=\"([0-9.]+)\" y=\"([0-9.]+)\" text-anchor=\"start\">");
    private static final Pattern TOP_OF_PLOT = Pattern.compile("<rect class=\"shade\" x=\"[0-9.]+\" y=\"([0-9]+)\"");

    private static String plot(int lines, String name) {
        Plot plot = new Plot(TITLE, new Scale.Linear(0, 10), "seconds", new Scale.Linear(0, 10)).shade(0, 1);
        for (int i = 0; i < lines; i++) {
            plot.line(name + i, i, false, List.of(new Plot.Point(1, 2)));
        }
        return plot.svg();
    }

    private static List<MatchResult> names(String svg) {
        return NAME.matcher(svg).results().toList();
    }

    @Test
    void aShortLegendStandsBesideTheTitle() {
        List<MatchResult> names = names(plot(3, "run"));

        assertThat(names).hasSize(3).allSatisfy(name -> {
            assertThat(name.group(2)).isEqualTo("18.0");
            assertThat(Double.parseDouble(name.group(1))).isGreaterThan(64 + TITLE.length() * 6);
        });
    }

    @Test
    void aLongOneStandsInRowsBelowTheTitleAndAboveThePlot() {
        String svg = plot(14, "a run with a long name ");

        var top = TOP_OF_PLOT.matcher(svg);
        assertThat(top.find()).isTrue();
        assertThat(names(svg)).hasSize(14).allSatisfy(name -> {
            assertThat(Double.parseDouble(name.group(1))).isBetween(32.0, 760.0);
            assertThat(Double.parseDouble(name.group(2))).isBetween(30.0, Double.parseDouble(top.group(1)));
        });
        assertThat(names(svg).stream().map(name -> name.group(1) + " " + name.group(2)))
                .doesNotHaveDuplicates();
    }
}
