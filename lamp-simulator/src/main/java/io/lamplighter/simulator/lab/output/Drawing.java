package io.lamplighter.simulator.lab.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Plots below each other in one SVG file.
 *
 * @param name of the file, without {@code .svg}
 */
public record Drawing(String name, List<Plot> plots) {
    public Drawing {
        plots = List.copyOf(plots);
    }

    /** Writes it and says where. */
    public Path write(Path directory) throws IOException {
        Svg svg = new Svg();
        double top = 0;
        for (Plot plot : plots) {
            plot.draw(svg, top);
            top += plot.height();
        }
        Path file = directory.resolve(name + ".svg");
        Files.writeString(file, svg.document(Plot.WIDTH, top));
        return file;
    }
}
