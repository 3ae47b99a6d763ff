package io.lamplighter.agent;

/**
 * Where a balancer takes reports, as the command line says it.
 *
 * @param host name or address, an IPv6 address without brackets
 * @param port 1..65535
 */
record BalancerName(String host, int port) {
    /**
     * Reads {@code host:port} or {@code [address]:port}.
     *
     * @throws IllegalArgumentException saying what was expected
     */
    static BalancerName parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? text : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.contains(":")) {
            throw new IllegalArgumentException("expected an IPv6 address as [address]:port, found \"" + text + "\"");
        }
        String port = colon < 0 ? "" : text.substring(colon + 1);
        if (host.isBlank() || !port.matches("[0-9]{1,5}")) {
            throw new IllegalArgumentException("expected host:port, found \"" + text + "\"");
        }
        int number = Integer.parseInt(port);
        if (number < 1 || number > 65_535) {
            throw new IllegalArgumentException("expected a port of 1..65535, found \"" + text + "\"");
        }
        return new BalancerName(host, number);
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
