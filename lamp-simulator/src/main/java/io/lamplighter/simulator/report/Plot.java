package io.lamplighter.simulator.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A chart of lines as inline SVG, coloured by the page's style sheet: classes {@code c0}, {@code c1}, … */
final class Plot {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 300;
    private static final int LEFT = 64;
    private static final int RIGHT = 16;
    private static final int BOTTOM = 42;
    private static final int ROW = 18;
    private static final int UNDER_ROWS = 16;
    private static final double GLYPH = 6.4; // no font is narrower than this by much

    private final String title;
    private final Scale x;
    private final String xName;
    private final Scale y;
    private final List<Line> lines = new ArrayList<>();
    private final List<Span> spans = new ArrayList<>();
    private List<List<Line>> legendRows = List.of();

    /**
     * One line.
     *
     * @param colour number of its class
     * @param isDashed whether it is drawn dashed
     */
    record Line(String name, int colour, boolean isDashed, List<Point> points) {
        Line {
            points = List.copyOf(points);
        }
    }

    /** One value. */
    record Point(double x, double y) {}

    private record Span(double from, double to) {}

    Plot(String title, Scale x, String xName, Scale y) {
        this.title = title;
        this.x = x;
        this.xName = xName;
        this.y = y;
    }

    Plot line(String name, int colour, boolean isDashed, List<Point> points) {
        lines.add(new Line(name, colour, isDashed, points));
        return this;
    }

    /** Shades a stretch of the x axis. */
    Plot shade(double from, double to) {
        if (to > from) {
            spans.add(new Span(from, to));
        }
        return this;
    }

    String svg() {
        legendRows = inRows();
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n",
                WIDTH,
                HEIGHT,
                Html.escape(title)));
        for (Span span : spans) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<rect class=\"shade\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>%n",
                    px(span.from),
                    top(),
                    px(span.to) - px(span.from),
                    HEIGHT - top() - BOTTOM));
        }
        axes(svg);
        lines.forEach(line -> draw(line, svg));
        legend(svg);
        return svg.append("</svg>\n").toString();
    }

    private double px(double value) {
        return LEFT + Math.min(1, Math.max(0, x.position(value))) * (WIDTH - LEFT - RIGHT);
    }

    private double py(double value) {
        return HEIGHT - BOTTOM - Math.min(1, Math.max(0, y.position(value))) * (HEIGHT - top() - BOTTOM);
    }

    private void axes(StringBuilder svg) {
        for (Scale.Tick tick : y.ticks()) {
            double at = HEIGHT - BOTTOM - tick.position() * (HEIGHT - top() - BOTTOM);
            rule(svg, LEFT, at, WIDTH - RIGHT, at);
            text(svg, LEFT - 8, at + 4, "end", tick.label());
        }
        for (Scale.Tick tick : x.ticks()) {
            double at = LEFT + tick.position() * (WIDTH - LEFT - RIGHT);
            rule(svg, at, top(), at, HEIGHT - BOTTOM);
            boolean isAtTheEdge = at > WIDTH - RIGHT - 12; // its label would be cut
            text(svg, isAtTheEdge ? WIDTH - 2 : at, HEIGHT - BOTTOM + 16, isAtTheEdge ? "end" : "middle", tick.label());
        }
        text(svg, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 8, "middle", xName);
        svg.append(String.format(
                Locale.ROOT, "<text class=\"title\" x=\"%d\" y=\"18\">%s</text>%n", LEFT, Html.escape(title)));
    }

    private static void rule(StringBuilder svg, double x1, double y1, double x2, double y2) {
        svg.append(String.format(
                Locale.ROOT, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n", x1, y1, x2, y2));
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String text) {
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
                x,
                y,
                anchor,
                Html.escape(text)));
    }

    private void draw(Line line, StringBuilder svg) {
        if (line.points.isEmpty()) {
            return;
        }
        svg.append(String.format(
                Locale.ROOT, "<polyline class=\"c%d%s\" points=\"", line.colour, line.isDashed ? " dashed" : ""));
        for (Point point : line.points) {
            svg.append(String.format(Locale.ROOT, "%.1f,%.1f ", px(point.x), py(point.y)));
        }
        svg.append("\"/>\n");
    }

    private void legend(StringBuilder svg) {
        for (int row = 0; row < legendRows.size(); row++) {
            legend(svg, legendRows.get(row), row);
        }
    }

    /** The first row is the title's, and empty where the legend finds no room beside it. */
    private List<List<Line>> inRows() {
        double room = WIDTH - RIGHT - LEFT - GLYPH * title.length();
        if (lines.stream().mapToDouble(Plot::width).sum() <= room) {
            return List.of(lines);
        }
        List<List<Line>> rows = new ArrayList<>(List.of(List.of()));
        room = 0;
        for (Line line : lines) {
            room -= width(line);
            if (room < 0) {
                rows.add(new ArrayList<>());
                room = WIDTH - RIGHT - width(line);
            }
            rows.get(rows.size() - 1).add(line);
        }
        return rows;
    }

    private static double width(Line line) {
        return line.name.length() * GLYPH + 34;
    }

    private int top() {
        return UNDER_ROWS + ROW * legendRows.size();
    }

    private static void legend(StringBuilder svg, List<Line> entries, int row) {
        double right = WIDTH - RIGHT;
        int y = ROW * (row + 1);
        for (int i = entries.size() - 1; i >= 0; i--) {
            Line line = entries.get(i);
            right -= width(line);
            svg.append(String.format(
                    Locale.ROOT,
                    "<polyline class=\"c%d%s\" points=\"%.1f,%d %.1f,%d\"/>%n",
                    line.colour,
                    line.isDashed ? " dashed" : "",
                    right + 8,
                    y - 4,
                    right + 28,
                    y - 4));
            text(svg, right + 32, y, "start", line.name);
        }
    }
}
