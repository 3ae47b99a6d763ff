package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.config.LoadReportsConfig.SourceLimit;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** {@code limit_reports rate=rate [burst=number] | off} → a {@link SourceLimit}; rates are written as nginx writes them. */
final class LimitReportsReader {
    /**
     * What holds when nothing is said: a hundred agents behind one address, once a second each. A guess; a hundred
     * signatures cost some tenths of a millisecond.
     */
    static final SourceLimit DEFAULT = new SourceLimit(100, 1_000, 100);

    private static final String PER_SECOND = "r/s";
    private static final String PER_MINUTE = "r/m";
    private static final ValueRule COUNT = ValueRule.number(1, 1_000_000);

    private final Reading reading;
    private OptionalInt datagrams = OptionalInt.empty();
    private OptionalInt burst = OptionalInt.empty();
    private long periodMs = DEFAULT.periodMs();

    LimitReportsReader(Reading reading) {
        this.reading = reading;
    }

    /** The limit, or empty for none. */
    Optional<SourceLimit> read(Clause clause) {
        if (clause.arguments().size() == 1 && clause.argument(0).text().equals("off")) {
            return Optional.empty();
        }
        clause.arguments().forEach(this::readParameter);
        if (datagrams.isEmpty() && burst.isPresent()) {
            reading.diagnostics().fault(clause.name(), "\"limit_reports\" must have \"rate=\" or be \"off\"");
        }
        int perPeriod = datagrams.orElse(DEFAULT.datagrams());
        return Optional.of(new SourceLimit(perPeriod, periodMs, burst.orElse(perPeriod)));
    }

    private void readParameter(Word word) {
        if (word.text().startsWith("rate=")) {
            readRate(word);
        } else if (word.text().startsWith("burst=")) {
            burst = OptionalInt.of((int) reading.parameter(word, "burst=", COUNT));
        } else {
            reading.unknownParameter(word);
        }
    }

    private void readRate(Word word) {
        String rate = word.after("rate=").text();
        boolean isPerMinute = rate.endsWith(PER_MINUTE);
        boolean isRate = isPerMinute || rate.endsWith(PER_SECOND);
        OptionalLong number = COUNT.parse(isRate ? rate.substring(0, rate.length() - PER_SECOND.length()) : "");
        if (number.isEmpty()) {
            reading.invalidParameter(word, "it must be a rate such as 100r/s or 30r/m, between 1 and 1000000");
        }
        periodMs = isPerMinute ? 60_000 : 1_000;
        datagrams = OptionalInt.of((int) number.orElse(1)); // after a fault any number does
    }
}
