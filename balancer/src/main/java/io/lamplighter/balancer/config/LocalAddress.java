package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.AddressText.InvalidAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/** The address of {@code proxy_bind}: an IP address, with a port or without. */
public final class LocalAddress {
    private LocalAddress() {}

    /** The address with its port, 0 if there is none; empty if the text is none. */
    public static Optional<InetSocketAddress> parse(String text) {
        Optional<InetAddress> withoutPort = Addresses.literal(withoutBrackets(text));
        if (withoutPort.isPresent()) {
            return Optional.of(new InetSocketAddress(withoutPort.get(), 0));
        }
        try {
            AddressText address = AddressText.parseServer(text);
            return Addresses.literal(address.host()).map(ip -> new InetSocketAddress(ip, address.firstPort()));
        } catch (InvalidAddress e) {
            return Optional.empty();
        }
    }

    private static String withoutBrackets(String text) {
        boolean hasBrackets = text.startsWith("[") && text.endsWith("]");
        return hasBrackets ? text.substring(1, text.length() - 1) : text;
    }
}
