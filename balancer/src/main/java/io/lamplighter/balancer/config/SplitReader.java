package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.variable.Octets;
import io.lamplighter.balancer.variable.SplitTable;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A {@code split_clients} block → the definition of its variable. */
final class SplitReader {
    private static final Pattern PERCENT = Pattern.compile("([0-9]{1,3})(?:\\.([0-9]{1,2}))?%");
    /** Of a hundredth of a percent. */
    private static final int WHOLE = 10_000;

    private static final long HASHES = 1L << 32;

    private final Reading reading;
    private final List<SplitTable.Part> parts = new ArrayList<>();
    private int given;
    private long end;

    private SplitReader(Reading reading) {
        this.reading = reading;
    }

    static void read(Reading reading, Clause split) {
        SplitReader reader = new SplitReader(reading);
        split.lines().forEach(reader::readLine);
        SplitTable table = new SplitTable(reading.templates().parse(split.argument(0)), reader.parts);
        reading.templates().define(split.argument(1)).ifPresent(variable -> variable.define(table, false));
    }

    private void readLine(Statement line) {
        if (!reading.isPair(line, "split_clients")) {
            return;
        }
        OptionalInt share = share(line.name());
        if (share.isEmpty()) {
            return;
        }
        given += share.getAsInt();
        if (given > WHOLE) {
            reading.diagnostics().fault(line.name(), "the percentages add up to more than 100%");
        }
        // nginx's rounding, so that the same clients get the same values.
        end = given == WHOLE ? HASHES : end + share.getAsInt() * (HASHES - 1) / WHOLE;
        parts.add(new SplitTable.Part(end, Octets.of(line.arguments().get(0).text())));
    }

    /** In hundredths of a percent; {@code *} is all that is left. */
    private OptionalInt share(Word word) {
        if (word.text().equals("*")) {
            return OptionalInt.of(WHOLE - Math.min(given, WHOLE));
        }
        Matcher percent = PERCENT.matcher(word.text());
        int share = percent.matches() ? hundredths(percent) : 0;
        if (share == 0) {
            reading.diagnostics()
                    .fault(
                            word,
                            "invalid percent value \"" + word.text()
                                    + "\", it must be such as 0.5%, or \"*\" for the rest");
            return OptionalInt.empty();
        }
        return OptionalInt.of(share);
    }

    private static int hundredths(Matcher percent) {
        String decimals = percent.group(2) == null ? "00" : (percent.group(2) + "0").substring(0, 2);
        return 100 * Integer.parseInt(percent.group(1)) + Integer.parseInt(decimals);
    }
}
