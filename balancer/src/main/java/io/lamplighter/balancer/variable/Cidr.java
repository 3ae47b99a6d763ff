package io.lamplighter.balancer.variable;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A network: all addresses whose first {@link #bits()} are those of {@link #network()}.
 *
 * @param network 4 or 16 bytes, 0 behind the first {@code bits}
 * @param bits 0 to 32 or to 128
 */
@SuppressWarnings("ArrayRecordComponent") // bytes of an address, changed by nobody
public record Cidr(byte[] network, int bits) {
    /** The network of the given length that an address of 4 or 16 bytes is in. */
    public static Cidr of(byte[] address, int bits) {
        return new Cidr(masked(address, bits), bits);
    }

    /** {@code address} or {@code address/bits}; null if the text is neither. Bits behind the prefix are cleared. */
    public static @Nullable Cidr parse(String text) {
        int slash = text.indexOf('/');
        byte[] address = IpText.parse(slash < 0 ? text : text.substring(0, slash));
        if (address == null) {
            return null;
        }
        int bits = slash < 0 ? 8 * address.length : bits(text.substring(slash + 1), 8 * address.length);
        return bits < 0 ? null : of(address, bits);
    }

    private static int bits(String text, int most) {
        boolean isNumber = !text.isEmpty() && text.length() <= 3 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int bits = isNumber ? Integer.parseInt(text) : -1;
        return bits <= most ? bits : -1;
    }

    private static byte[] masked(byte[] address, int bits) {
        byte[] network = address.clone();
        for (int i = 0; i < network.length; i++) {
            int kept = Math.max(0, Math.min(8, bits - 8 * i));
            network[i] &= (byte) (0xFF00 >> kept);
        }
        return network;
    }

    /** Whether an address of 4 or 16 bytes is in it. */
    public boolean contains(byte[] address) {
        return address.length == network.length && equals(of(address, bits));
    }

    /** Whether nothing was cleared when {@code text} was parsed; nginx warns of what has no effect. */
    public boolean isExactly(String text) {
        int slash = text.indexOf('/');
        return Arrays.equals(network, IpText.parse(slash < 0 ? text : text.substring(0, slash)));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Cidr cidr && bits == cidr.bits && Arrays.equals(network, cidr.network);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(network) + bits;
    }
}
