package io.lamplighter.simulator.lab.output;

/** Something to be drawn, {@value #WIDTH} wide. */
public sealed interface Plot permits LinePlot, DotPlot {
    /** Of every plot. */
    int WIDTH = 900;

    /** Of this one. */
    double height();

    /** Draws itself, {@code top} from above. */
    void draw(Svg svg, double top);
}
