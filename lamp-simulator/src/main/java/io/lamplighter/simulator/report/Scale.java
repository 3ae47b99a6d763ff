package io.lamplighter.simulator.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One axis of a plot: where a value lies on it, 0..1, and which values are marked. */
sealed interface Scale {
    double position(double value);

    List<Tick> ticks();

    /** A marked value. */
    record Tick(double position, String label) {}

    /** Even, from {@code from} to {@code to}. */
    record Linear(double from, double to) implements Scale {
        private static final int ABOUT = 6;

        static Linear upTo(double greatest) {
            return new Linear(0, greatest <= 0 ? 1 : greatest * 1.05);
        }

        @Override
        public double position(double value) {
            return (value - from) / (to - from);
        }

        @Override
        public List<Tick> ticks() {
            double step = step();
            List<Tick> ticks = new ArrayList<>();
            for (double value = Math.ceil(from / step) * step; value <= to + step * 1e-6; value += step) {
                ticks.add(new Tick(position(value), label(value)));
            }
            return ticks;
        }

        /** 1, 2 or 5 times a power of ten. */
        private double step() {
            double rough = (to - from) / ABOUT;
            double power = Math.pow(10, Math.floor(Math.log10(rough)));
            double lead = rough / power;
            return (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10) * power;
        }
    }

    /** Logarithmic, in whole decades. */
    record Logarithmic(double from, double to) implements Scale {
        /** Decades that hold all values; at least one. */
        static Logarithmic around(double least, double greatest) {
            double from = Math.pow(10, Math.floor(Math.log10(Math.max(1e-6, least))));
            double to = Math.pow(10, Math.ceil(Math.log10(Math.max(1e-6, greatest) * 1.0001)));
            return new Logarithmic(from, Math.max(to, from * 10));
        }

        @Override
        public double position(double value) {
            return Math.max(0, Math.log10(Math.max(value, from) / from) / Math.log10(to / from));
        }

        @Override
        public List<Tick> ticks() {
            boolean isWide = Math.log10(to / from) > 4;
            List<Tick> ticks = new ArrayList<>();
            for (double decade = from; decade <= to * 1.0001; decade *= 10) {
                for (int lead : isWide ? new int[] {1} : new int[] {1, 2, 5}) {
                    if (decade * lead <= to * 1.0001) {
                        ticks.add(new Tick(position(decade * lead), label(decade * lead)));
                    }
                }
            }
            return ticks;
        }
    }

    /**
     * Percentiles, as HdrHistogram plots them: every further nine takes the same room.
     *
     * @param nines how many are shown, 2 or more
     */
    record Percentiles(int nines) implements Scale {
        @Override
        public double position(double percentile) {
            double rest = Math.max(1 - percentile / 100, Math.pow(10, -nines));
            return -Math.log10(rest) / nines;
        }

        @Override
        public List<Tick> ticks() {
            List<Tick> ticks = new ArrayList<>();
            ticks.add(new Tick(0, "0 %"));
            ticks.add(new Tick(position(50), "50 %"));
            for (int nine = 1; nine <= nines; nine++) {
                double percentile = 100 - Math.pow(10, 2 - nine);
                ticks.add(new Tick(
                        (double) nine / nines,
                        String.format(Locale.ROOT, "%." + Math.max(0, nine - 2) + "f %%", percentile)));
            }
            return ticks;
        }
    }

    private static String label(double value) {
        if (Math.abs(value) < 1e-9) {
            return "0";
        }
        if (value >= 1000) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        String text = String.format(Locale.ROOT, "%.4f", value);
        return text.replaceAll("0+$", "").replaceAll("\\.$", "");
    }
}
