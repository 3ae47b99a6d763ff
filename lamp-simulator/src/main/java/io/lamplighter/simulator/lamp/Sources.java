package io.lamplighter.simulator.lamp;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * Where lamps come from. On the loopback network every lamp has an address of its own, so that neither ports run out nor
 * all lamps look like one to whatever limits or hashes by address.
 */
public sealed interface Sources {
    /** The address lamp {@code lampId} binds to; empty for what the system chooses. */
    Optional<InetSocketAddress> of(int lampId);

    /** What suits a target: addresses of 127.64.0.0 and up for a target in 127.0.0.0/8, else the system's choice. */
    static Sources best(InetSocketAddress target) {
        byte[] address = target.getAddress().getAddress();
        return address.length == 4 && address[0] == 127 ? new Range(0x7F40_0001, 4_000_000) : new BySystem();
    }

    /** The system chooses. */
    record BySystem() implements Sources {
        @Override
        public Optional<InetSocketAddress> of(int lampId) {
            return Optional.empty();
        }
    }

    /**
     * IPv4 addresses in turn; those that end in 0 or 255 are left out, as they may stand for a network.
     *
     * @param first as a number
     * @param count how many, 1 or more
     */
    record Range(int first, int count) implements Sources {
        private static final int HOSTS = 254;

        @Override
        public Optional<InetSocketAddress> of(int lampId) {
            int index = lampId % count + (first & 0xFF) - 1;
            int address = (first & ~0xFF) + ((index / HOSTS) << 8) + index % HOSTS + 1;
            byte[] bytes = {(byte) (address >> 24), (byte) (address >> 16), (byte) (address >> 8), (byte) address};
            try {
                return Optional.of(new InetSocketAddress(InetAddress.getByAddress(bytes), 0));
            } catch (UnknownHostException e) {
                throw new AssertionError("four bytes are an address", e);
            }
        }
    }
}
