package io.lamplighter.simulator.lab.output;

import java.util.List;

/**
 * Numbers beside names: one row a name, one dot a series, with intervals. What lies beyond the edges is a hollow dot there.
 *
 * @param title above
 * @param xLabel below
 * @param names of the rows
 * @param series one number for each name; their x are not used
 * @param low number at the left edge
 * @param high number at the right edge
 */
public record DotPlot(String title, String xLabel, List<String> names, List<Series> series, double low, double high)
        implements Plot {
    private static final double LEFT = 260;
    private static final double RIGHT = 690;
    private static final double TOP = 40;
    private static final double STEP = 7;
    private static final double ROW_GAP = 10;
    private static final double BOTTOM_SPACE = 60;

    public DotPlot {
        names = List.copyOf(names);
        series = List.copyOf(series);
    }

    private double row() {
        return STEP * series.size() + ROW_GAP;
    }

    @Override
    public double height() {
        return TOP + row() * names.size() + BOTTOM_SPACE;
    }

    @Override
    public void draw(Svg svg, double top) {
        double floor = top + TOP + row() * names.size();
        Axis x = new Axis(low, high, LEFT, RIGHT);
        svg.heading(20, top + 24, title);
        for (double tick : x.ticks()) {
            svg.line(x.place(tick), top + TOP, x.place(tick), floor, tick == 0 ? "#333333" : "#dddddd");
            svg.text(x.place(tick), floor + 18, "middle", Numbers.exact(tick));
        }
        svg.text((LEFT + RIGHT) / 2, floor + 38, "middle", xLabel);
        for (int row = 0; row < names.size(); row++) {
            double y = top + TOP + row() * row;
            svg.line(LEFT, y, RIGHT, y, "#bbbbbb");
            svg.text(LEFT - 8, y + row() / 2 + 4, "end", names.get(row));
            for (int i = 0; i < series.size(); i++) {
                draw(svg, series.get(i), row, x, y + ROW_GAP / 2 + STEP * (i + 0.5), Svg.colour(i));
            }
        }
        for (int i = 0; i < series.size(); i++) {
            svg.box(RIGHT + 20, top + TOP + 20 * i, 12, 12, Svg.colour(i));
            svg.text(RIGHT + 38, top + TOP + 20 * i + 11, "start", series.get(i).name());
        }
    }

    private static void draw(Svg svg, Series dots, int row, Axis x, double y, String colour) {
        double value = dots.y()[row];
        if (Double.isNaN(value)) {
            return;
        }
        double error = Double.isNaN(dots.error()[row]) ? 0 : dots.error()[row];
        svg.line(x.place(x.clamp(value - error)), y, x.place(x.clamp(value + error)), y, colour);
        if (x.holds(value)) {
            svg.dot(x.place(value), y, colour);
        } else {
            svg.hollowDot(x.place(x.clamp(value)), y, colour);
        }
    }
}
