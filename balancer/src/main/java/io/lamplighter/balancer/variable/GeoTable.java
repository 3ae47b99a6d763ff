package io.lamplighter.balancer.variable;

import org.jspecify.annotations.Nullable;

/**
 * A {@code geo}: values by an address. What is no address, as the name of a unix socket, counts as 255.255.255.255.
 *
 * @param source the variable that holds the address as text
 * @param addresses what they stand for
 * @param fallback the default, octets
 */
public record GeoTable(Variable source, Addresses addresses, String fallback) implements Defined.Definition {
    private static final byte[] NO_ADDRESS = {-1, -1, -1, -1};

    /** What addresses stand for. */
    public sealed interface Addresses permits GeoNetworks, GeoRanges {
        /** The value for an address of 4 or 16 bytes, the latter never an IPv4 address in IPv6 form; null if it has none. */
        @Nullable
        String find(byte[] address);
    }

    @Override
    public String evaluate(Values session) {
        String text = source.value(session);
        byte[] address = text == null ? null : IpText.parse(text);
        String found = addresses.find(address == null ? NO_ADDRESS : unmapped(address));
        return found == null ? fallback : found;
    }

    private static byte[] unmapped(byte[] address) {
        return IpText.isMapped(address) ? new byte[] {address[12], address[13], address[14], address[15]} : address;
    }
}
