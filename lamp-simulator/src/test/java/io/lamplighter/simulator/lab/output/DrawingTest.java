package io.lamplighter.simulator.lab.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class DrawingTest {
    @TempDir
    private Path directory;

    @Test
    void linesAreWhereTheirNumbersAre() throws Exception {
        Series line = new Series("a < b & c", new double[] {0, 5, 10}, new double[] {0, 50, 100}, new double[0]);
        Document svg = drawn(new LinePlot("title", "x", "y", List.of(line)));
        Element polyline = (Element) svg.getElementsByTagName("polyline").item(0);
        String[] points = polyline.getAttribute("points").split(" ", 3);
        double[] first = place(points[0]);
        double[] middle = place(points[1]);
        double[] last = place(points[2]);
        assertThat(middle[0]).isEqualTo((first[0] + last[0]) / 2);
        assertThat(middle[1]).isEqualTo((first[1] + last[1]) / 2);
        assertThat(last[1]).as("upwards").isLessThan(first[1]);
        assertThat(svg.getDocumentElement().getTextContent()).contains("a < b & c", "title");
    }

    @Test
    void aGapDividesALine() throws Exception {
        Series line = new Series("a", new double[] {0, 1, 2, 3}, new double[] {1, Double.NaN, 1, 2}, new double[0]);
        Document svg = drawn(new LinePlot("title", "x", "y", List.of(line)));
        assertThat(svg.getElementsByTagName("polyline").getLength()).isEqualTo(2);
    }

    @Test
    void numbersBeyondTheEdgesAreHollowDotsThere() throws Exception {
        Series dots = new Series("a", new double[0], new double[] {0, 900, Double.NaN}, new double[] {5, 5, 5});
        Document svg = drawn(new DotPlot("title", "x", List.of("in", "out", "none"), List.of(dots), -50, 100));
        assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(2);
        assertThat(((Element) svg.getElementsByTagName("circle").item(0)).getAttribute("fill"))
                .isNotEqualTo("white");
        assertThat(((Element) svg.getElementsByTagName("circle").item(1)).getAttribute("fill"))
                .isEqualTo("white");
    }

    @Test
    void anAxisIsMarkedAtAHandfulOfRoundNumbers() {
        assertThat(new Axis(0, 1, 0, 100).ticks()).contains(0.0, 0.25, 0.5, 0.75, 1.0);
        assertThat(new Axis(-50, 100, 0, 100).ticks())
                .contains(-50.0, 0.0, 100.0)
                .hasSizeBetween(4, 9);
        assertThat(new Axis(0, 31_234, 0, 100).ticks()).contains(10_000.0).hasSizeBetween(4, 9);
        assertThat(new Axis(0, 0.0031, 0, 100).ticks()).hasSizeBetween(4, 9);
    }

    private Document drawn(Plot plot) throws Exception {
        File file = new Drawing("x", List.of(plot)).write(directory).toFile();
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file);
    }

    private static double[] place(String point) {
        String[] numbers = point.split(",", 2);
        return new double[] {Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1])};
    }
}
