package io.lamplighter.simulator.lab.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * Lines over numbers, from zero upwards.
 *
 * @param title above
 * @param xLabel below
 * @param yLabel beside
 * @param series one line each; those with intervals have dots as well
 */
public record LinePlot(String title, String xLabel, String yLabel, List<Series> series) implements Plot {
    private static final double LEFT = 70;
    private static final double RIGHT = 680;
    private static final double TOP = 40;
    private static final double HEIGHT = 260;
    private static final double BOTTOM_SPACE = 60;

    public LinePlot {
        series = List.copyOf(series);
    }

    @Override
    public double height() {
        return TOP + HEIGHT + BOTTOM_SPACE;
    }

    @Override
    public void draw(Svg svg, double top) {
        double floor = top + TOP + HEIGHT;
        Axis x = new Axis(least(Series::x), greatest(Series::x), LEFT, RIGHT);
        Axis y = new Axis(0, 1.05 * greatest(Series::y), floor, top + TOP);
        svg.heading(LEFT, top + 24, title);
        for (double tick : y.ticks()) {
            svg.line(LEFT, y.place(tick), RIGHT, y.place(tick), "#dddddd");
            svg.text(LEFT - 6, y.place(tick) + 4, "end", Numbers.exact(tick));
        }
        for (double tick : x.ticks()) {
            svg.line(x.place(tick), floor, x.place(tick), floor + 4, "#333333");
            svg.text(x.place(tick), floor + 18, "middle", Numbers.exact(tick));
        }
        svg.line(LEFT, floor, RIGHT, floor, "#333333");
        svg.text((LEFT + RIGHT) / 2, floor + 38, "middle", xLabel);
        svg.verticalText(18, top + TOP + HEIGHT / 2, yLabel);
        for (int i = 0; i < series.size(); i++) {
            draw(svg, series.get(i), x, y, Svg.colour(i));
            svg.box(RIGHT + 20, top + TOP + 20 * i, 12, 12, Svg.colour(i));
            svg.text(RIGHT + 38, top + TOP + 20 * i + 11, "start", series.get(i).name());
        }
    }

    private static void draw(Svg svg, Series line, Axis x, Axis y, String colour) {
        List<double[]> points = new ArrayList<>();
        for (int i = 0; i < line.x().length; i++) {
            if (Double.isNaN(line.y()[i])) {
                svg.path(points, colour);
                points.clear();
                continue;
            }
            double placeX = x.place(line.x()[i]);
            points.add(new double[] {placeX, y.place(line.y()[i])});
            if (line.error().length > 0) {
                svg.dot(placeX, y.place(line.y()[i]), colour);
                double error = Double.isNaN(line.error()[i]) ? 0 : line.error()[i];
                svg.line(
                        placeX,
                        y.place(y.clamp(line.y()[i] - error)),
                        placeX,
                        y.place(y.clamp(line.y()[i] + error)),
                        colour);
            }
        }
        svg.path(points, colour);
    }

    private double least(Function<Series, double[]> of) {
        return values(of).min().orElse(0);
    }

    private double greatest(Function<Series, double[]> of) {
        return values(of).max().orElse(1);
    }

    private DoubleStream values(Function<Series, double[]> of) {
        return series.stream().map(of).flatMapToDouble(Arrays::stream).filter(Double::isFinite);
    }
}
