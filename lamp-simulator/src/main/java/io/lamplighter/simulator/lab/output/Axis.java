package io.lamplighter.simulator.lab.output;

import java.util.ArrayList;
import java.util.List;

/**
 * Numbers along a line of a drawing.
 *
 * @param low number at its beginning
 * @param high number at its end
 * @param from where it begins
 * @param to where it ends; before the beginning for numbers that grow upwards
 */
record Axis(double low, double high, double from, double to) {
    private static final int MOST_TICKS = 8;

    double place(double value) {
        return from + (value - low) / (high - low) * (to - from);
    }

    boolean holds(double value) {
        return value >= low && value <= high;
    }

    /** The nearest number that it holds. */
    double clamp(double value) {
        return Math.max(low, Math.min(high, value));
    }

    /** Round numbers to mark. */
    List<Double> ticks() {
        double step = Math.pow(10, Math.floor(Math.log10(high - low)));
        while ((high - low) / step > MOST_TICKS) {
            step *= 2;
        }
        while ((high - low) / step < MOST_TICKS / 2.0) {
            step /= 2;
        }
        List<Double> ticks = new ArrayList<>();
        for (long n = (long) Math.ceil(low / step); n * step <= high; n++) {
            ticks.add(n * step);
        }
        return ticks;
    }
}
