package io.lamplighter.simulator.lab.output;

import java.util.List;
import java.util.Locale;

/** A drawing under construction. Own code and no library: those that draw charts need AWT with fonts, which servers lack. */
final class Svg {
    /** Eight colours that colour-blind people can tell apart, by Okabe and Ito, without the yellow that paper swallows. */
    private static final List<String> COLOURS = List.of(
            "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#555555", "#000000", "#8b5a2b",
            "#7f3fbf", "#2f4f2f");

    private final StringBuilder body = new StringBuilder();

    /** Of the n-th series. */
    static String colour(int series) {
        return COLOURS.get(series % COLOURS.size());
    }

    void line(double x1, double y1, double x2, double y2, String colour) {
        add("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>", x1, y1, x2, y2, colour);
    }

    void path(List<double[]> points, String colour) {
        StringBuilder coordinates = new StringBuilder();
        for (double[] point : points) {
            coordinates.append(String.format(Locale.ROOT, "%.1f,%.1f ", point[0], point[1]));
        }
        add(
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\"/>",
                coordinates.toString().strip(), colour);
    }

    void dot(double x, double y, String colour) {
        add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.2\" fill=\"%s\"/>", x, y, colour);
    }

    /** A value that lies beyond the edge. */
    void hollowDot(double x, double y, String colour) {
        add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.2\" fill=\"white\" stroke=\"%s\"/>", x, y, colour);
    }

    void box(double x, double y, double width, double height, String colour) {
        add("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>", x, y, width, height, colour);
    }

    /** @param anchor {@code start}, {@code middle} or {@code end} */
    void text(double x, double y, String anchor, String text) {
        add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, escaped(text));
    }

    void heading(double x, double y, String text) {
        add("<text x=\"%.1f\" y=\"%.1f\" font-weight=\"bold\">%s</text>", x, y, escaped(text));
    }

    /** Upwards, around its middle. */
    void verticalText(double x, double y, String text) {
        add(
                "<text x=\"%1$.1f\" y=\"%2$.1f\" text-anchor=\"middle\" transform=\"rotate(-90 %1$.1f %2$.1f)\">%3$s</text>",
                x, y, escaped(text));
    }

    @SuppressWarnings("AnnotateFormatMethod") // private, and its callers are above
    private void add(String format, Object... values) {
        body.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    String document(double width, double height) {
        return String.format(
                        Locale.ROOT,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1$.0f %2$.0f\" width=\"%1$.0f\""
                                + " height=\"%2$.0f\" font-family=\"sans-serif\" font-size=\"12\">\n"
                                + "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
                        width,
                        height)
                + body + "</svg>\n";
    }
}
