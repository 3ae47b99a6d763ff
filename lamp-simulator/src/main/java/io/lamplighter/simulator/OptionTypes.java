package io.lamplighter.simulator;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How the command lines write durations, addresses and bit rates. */
public final class OptionTypes {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(us|ms|s|m|h)");
    private static final Map<String, Double> UNIT_NS = Map.of("us", 1e3, "ms", 1e6, "s", 1e9, "m", 60e9, "h", 3600e9);
    private static final Pattern BIT_RATE = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)([kKmMgG]?)");
    private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[^:\\s]+):(\\d{1,5})");
    private static final int MAX_PORT = 65_535;

    private OptionTypes() {}

    /** {@code 250us}, {@code 2ms}, {@code 1.5s}, {@code 2m}, {@code 1h}; empty for anything else. */
    public static Optional<Duration> duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        double unitNs = UNIT_NS.getOrDefault(matcher.group(2), 1e9);
        return Optional.of(Duration.ofNanos(Math.round(Double.parseDouble(matcher.group(1)) * unitNs)));
    }

    /** {@code 250us}, {@code 2ms}, {@code 1.5s}, {@code 2m}, {@code 1h}. */
    public static final class DurationType implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return duration(text)
                    .orElseThrow(() -> new TypeConversionException("\"" + text
                            + "\" is no duration, expected a number and us, ms, s, m or h, such as 2ms or 20s"));
        }
    }

    /** {@code 500k}, {@code 10M}, {@code 1G} bits per second; the factors are powers of 1000, as network cards count. */
    public static final class BitRateType implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            Matcher matcher = BIT_RATE.matcher(text);
            long bitsPerSecond = matcher.matches() ? bits(matcher.group(1), matcher.group(2)) : 0;
            if (bitsPerSecond <= 0) {
                throw new TypeConversionException(
                        "\"" + text + "\" is no bit rate, expected bits per second above 0, such as 500k, 10M or 1G");
            }
            return bitsPerSecond;
        }

        private static long bits(String number, String unit) {
            double factor = switch (unit.toLowerCase(Locale.ROOT)) {
                case "k" -> 1e3;
                case "m" -> 1e6;
                case "g" -> 1e9;
                default -> 1;
            };
            return Math.round(Double.parseDouble(number) * factor);
        }
    }

    /** {@code host:port}; an IPv6 address stands in brackets. The host is looked up here. */
    public static final class AddressType implements ITypeConverter<InetSocketAddress> {
        @Override
        public InetSocketAddress convert(String text) {
            Matcher matcher = ADDRESS.matcher(text);
            if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > MAX_PORT) {
                throw new TypeConversionException(
                        "\"" + text + "\" is no address, expected host:port with a port of 0..65535");
            }
            String host = matcher.group(1).replace("[", "").replace("]", "");
            InetSocketAddress address = new InetSocketAddress(host, Integer.parseInt(matcher.group(2)));
            if (address.isUnresolved()) {
                throw new TypeConversionException("the host of \"" + text + "\" is not known here");
            }
            return address;
        }
    }
}
