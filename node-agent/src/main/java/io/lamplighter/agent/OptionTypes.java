package io.lamplighter.agent;

import io.lamplighter.agent.report.LoadReport;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What options hold, on the command line and in a file: each says what it expects and what it found. */
final class OptionTypes {
    private static final Pattern AMOUNT = Pattern.compile("([0-9]{1,12})([a-z]*)");

    private OptionTypes() {}

    /** {@code 1s}, {@code 500ms}, {@code 1m}: between two reports. */
    static final class Interval implements ITypeConverter<Duration> {
        private static final Duration SHORTEST = Duration.ofMillis(500);
        private static final Duration LONGEST = Duration.ofMinutes(1);

        @Override
        public Duration convert(String text) {
            Duration interval = time(text);
            if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
                throw wrong("500ms..60s", text);
            }
            return interval;
        }

        private static Duration time(String text) {
            Matcher amount = matched(text, "a time such as 1s or 500ms");
            long number = Long.parseLong(amount.group(1));
            return switch (amount.group(2)) {
                case "ms" -> Duration.ofMillis(number);
                case "s", "" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                default -> throw wrong("a time such as 1s or 500ms", text);
            };
        }
    }

    /** {@code 1g}, {@code 100m}, {@code 64k}: bits per second, in thousands as networks count. */
    static final class BitsPerSecond implements ITypeConverter<Long> {
        private static final String EXPECTED = "bits per second such as 1g or 100m";

        @Override
        public Long convert(String text) {
            Matcher amount = matched(text, EXPECTED);
            long number = Long.parseLong(amount.group(1));
            long unit = switch (amount.group(2)) {
                case "" -> 1L;
                case "k" -> 1_000L;
                case "m" -> 1_000_000L;
                case "g" -> 1_000_000_000L;
                default -> throw wrong(EXPECTED, text);
            };
            if (number == 0 || number > Long.MAX_VALUE / unit) {
                throw wrong(EXPECTED, text);
            }
            return number * unit;
        }
    }

    /** {@code host:port}. */
    static final class Balancer implements ITypeConverter<BalancerName> {
        @Override
        public BalancerName convert(String text) {
            try {
                return BalancerName.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** A name as reports carry it. */
    static final class NodeName implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            if (!LoadReport.isValidName(text)) {
                throw wrong("1.." + LoadReport.MAX_NAME_LENGTH + " visible ASCII characters", text);
            }
            return text;
        }
    }

    /** Number of a key. */
    static final class KeyId implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            if (!text.matches("[0-9]{1,3}") || Integer.parseInt(text) > 255) {
                throw wrong("a key id of 0..255", text);
            }
            return Integer.valueOf(text);
        }
    }

    /** {@code auto}, {@code on}, {@code off}. */
    static final class Container implements ITypeConverter<ContainerMode> {
        @Override
        public ContainerMode convert(String text) {
            return switch (text) {
                case "auto" -> ContainerMode.AUTO;
                case "on" -> ContainerMode.ON;
                case "off" -> ContainerMode.OFF;
                default -> throw wrong("auto, on or off", text);
            };
        }
    }

    /** A part of a whole, 0..1. */
    static final class Share implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            if (!text.matches("0|1|0?\\.[0-9]{1,9}|1\\.0{1,9}")) {
                throw wrong("a share of 0..1 such as 0.5", text);
            }
            return Double.valueOf(text);
        }
    }

    /** {@code port} for all addresses, or {@code host:port}. */
    static final class ListenAddress implements ITypeConverter<InetSocketAddress> {
        @Override
        public InetSocketAddress convert(String text) {
            boolean isPortOnly = text.matches("[0-9]{1,5}");
            BalancerName address = new Balancer().convert(isPortOnly ? "all:" + text : text);
            InetSocketAddress found = isPortOnly
                    ? new InetSocketAddress(address.port())
                    : new InetSocketAddress(address.host(), address.port());
            if (found.isUnresolved()) {
                throw wrong("an address of this host, host:port", text);
            }
            return found;
        }
    }

    private static Matcher matched(String text, String expected) {
        Matcher amount = AMOUNT.matcher(text.toLowerCase(Locale.ROOT));
        if (!amount.matches()) {
            throw wrong(expected, text);
        }
        return amount;
    }

    private static TypeConversionException wrong(String expected, String found) {
        return new TypeConversionException("expected " + expected + ", found \"" + found + "\"");
    }
}
