package io.lamplighter.balancer.config;

import java.util.OptionalLong;

/**
 * An address as written, cut into host and ports: {@code host:port}, {@code [IPv6]:port}, and for listening also
 * {@code port}, {@code *:port} and port ranges.
 *
 * @param host the host without brackets; {@link #WILDCARD} when only a port was written
 * @param isIpv6 whether the host stood in brackets
 * @param firstPort 1..65535, or 0 when none was written
 * @param lastPort the same as {@code firstPort} unless a range was written
 */
record AddressText(String host, boolean isIpv6, int firstPort, int lastPort) {
    /** Every IPv4 address of this host. */
    static final String WILDCARD = "*";

    private static final int MAX_PORT = 65535;

    /** Why a text is no address, in nginx's words. */
    static final class InvalidAddress extends Exception {
        private static final long serialVersionUID = 1;

        InvalidAddress(String message) {
            super(message);
        }
    }

    boolean hasPort() {
        return firstPort > 0;
    }

    /** An address to bind to; the port may stand alone or be a range. */
    static AddressText parseListen(String text) throws InvalidAddress {
        boolean isPortOnly = !text.isEmpty() && text.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '-');
        return isPortOnly ? withPorts(WILDCARD, false, text, true) : parse(text, true);
    }

    /** An address to connect to. */
    static AddressText parseServer(String text) throws InvalidAddress {
        return parse(text, false);
    }

    private static AddressText parse(String text, boolean isRangeAllowed) throws InvalidAddress {
        if (text.startsWith("[")) {
            return parseIpv6(text, isRangeAllowed);
        }
        if (text.indexOf('/') >= 0 || text.indexOf('?') >= 0) {
            throw new InvalidAddress("invalid host");
        }
        int colon = text.indexOf(':');
        String host = colon < 0 ? text : text.substring(0, colon);
        if (host.isEmpty()) {
            throw new InvalidAddress("no host");
        }
        return colon < 0
                ? new AddressText(host, false, 0, 0)
                : withPorts(host, false, text.substring(colon + 1), isRangeAllowed);
    }

    private static AddressText parseIpv6(String text, boolean isRangeAllowed) throws InvalidAddress {
        int bracket = text.indexOf(']');
        if (bracket < 0) {
            throw new InvalidAddress("invalid host");
        }
        String host = text.substring(1, bracket);
        String rest = text.substring(bracket + 1);
        if (host.isEmpty()) {
            throw new InvalidAddress("no host");
        }
        if (rest.isEmpty()) {
            return new AddressText(host, true, 0, 0);
        }
        if (!rest.startsWith(":")) {
            throw new InvalidAddress("invalid host");
        }
        return withPorts(host, true, rest.substring(1), isRangeAllowed);
    }

    private static AddressText withPorts(String host, boolean isIpv6, String ports, boolean isRangeAllowed)
            throws InvalidAddress {
        int dash = isRangeAllowed ? ports.indexOf('-') : -1;
        int first = port(dash < 0 ? ports : ports.substring(0, dash));
        int last = dash < 0 ? first : port(ports.substring(dash + 1));
        if (last < first) {
            throw new InvalidAddress("invalid port range");
        }
        return new AddressText(host, isIpv6, first, last);
    }

    private static int port(String text) throws InvalidAddress {
        OptionalLong port = Units.number(text);
        if (port.isEmpty() || port.getAsLong() < 1 || port.getAsLong() > MAX_PORT) {
            throw new InvalidAddress("invalid port");
        }
        return (int) port.getAsLong();
    }
}
