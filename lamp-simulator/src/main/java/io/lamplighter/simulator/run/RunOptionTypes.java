package io.lamplighter.simulator.run;

import io.lamplighter.simulator.lamp.Sources;
import io.lamplighter.simulator.scenario.Protocol;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How the options of {@code lampsim run} are written. */
final class RunOptionTypes {
    private static final Pattern RANGE =
            Pattern.compile("(\\d+\\.\\d+\\.\\d+\\.\\d+)(?:-(\\d+\\.\\d+\\.\\d+\\.\\d+))?");
    private static final Pattern SHARE = Pattern.compile("([a-zA-Z0-9]+)(?:=(\\d+(?:\\.\\d+)?)%)?");
    private static final double SHARES_TOLERANCE = 1e-6;
    private static final double MAX_RATE = 1e7;

    private RunOptionTypes() {}

    /** {@code system}, {@code 10.0.0.7}, {@code 127.0.1.1-127.0.9.254}. */
    static final class SourcesType implements ITypeConverter<Sources> {
        @Override
        public Sources convert(String text) {
            if (text.equals("system")) {
                return new Sources.BySystem();
            }
            Matcher matcher = RANGE.matcher(text);
            if (!matcher.matches()) {
                throw new TypeConversionException(
                        "\"" + text + "\" is no range of addresses, expected system, ADDRESS or FIRST-LAST");
            }
            long first = number(text, matcher.group(1));
            long last = matcher.group(2) == null ? first : number(text, matcher.group(2));
            int hosts = hosts(first, last);
            if (last < first || hosts < 1) {
                throw new TypeConversionException("\"" + text + "\" holds no address of a host");
            }
            return new Sources.Range((int) first, hosts);
        }

        private static long number(String text, String address) {
            long number = 0;
            for (String part : address.split("\\.", -1)) {
                int value = Integer.parseInt(part);
                if (value > 255) {
                    throw new TypeConversionException("\"" + text + "\" holds " + value + ", expected 0..255");
                }
                number = number << 8 | value;
            }
            return number;
        }

        /** Addresses that do not end in 0 or 255. */
        private static int hosts(long first, long last) {
            int hosts = 0;
            for (long address = first; address <= last && hosts < 4_000_000; address++) {
                hosts += (address & 0xFF) == 0 || (address & 0xFF) == 255 ? 0 : 1;
            }
            return hosts;
        }
    }

    /**
     * Which of several processes this is.
     *
     * @param part 0..parts-1
     */
    record Part(int part, int parts) {}

    /** {@code 0/3}. */
    static final class PartType implements ITypeConverter<Part> {
        @Override
        public Part convert(String text) {
            String[] parts = text.split("/", -1);
            return new Part(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
        }
    }

    /**
     * {@code tcp}, or {@code tcp=80%,udp=20%}.
     *
     * @throws IllegalArgumentException when it is neither
     */
    static Map<Protocol, Double> protocols(String text) {
        Map<Protocol, Double> shares = new LinkedHashMap<>();
        for (String one : text.split(",", -1)) {
            Matcher matcher = SHARE.matcher(one.strip());
            if (!matcher.matches()) {
                throw new IllegalArgumentException("--protocol " + text
                        + ": expected tcp, udp, mqtt, mqtt5 or a mix such as" + " tcp=80%,udp=20%");
            }
            double share = matcher.group(2) == null ? 1 : Double.parseDouble(matcher.group(2)) / 100;
            shares.merge(protocol(text, matcher.group(1)), share, Double::sum);
        }
        double sum = shares.values().stream().mapToDouble(Double::doubleValue).sum();
        if (Math.abs(sum - 1) > SHARES_TOLERANCE) {
            throw new IllegalArgumentException("--protocol " + text + ": the shares must add up to 100%");
        }
        shares.values().removeIf(share -> share == 0);
        return shares;
    }

    private static Protocol protocol(String text, String name) {
        try {
            return Protocol.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "--protocol " + text + ": \"" + name + "\" is none of tcp, udp, mqtt, mqtt5", e);
        }
    }

    /** @throws IllegalArgumentException when it is no number above 0 */
    static double rate(String text) {
        try {
            double rate = Double.parseDouble(text);
            if (rate > 0 && rate <= MAX_RATE) {
                return rate;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw new IllegalArgumentException("--rate must be above 0 and at most 10,000,000/s, or max, found " + text);
    }
}
