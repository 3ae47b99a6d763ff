package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.AddressText.InvalidAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Optional;

/**
 * The address of a server as a session computed it, taken apart.
 *
 * @param text all of it
 * @param host a name, or an IP address without brackets
 * @param port 1 to 65535, or 0 when none was written
 * @param literal the address, if it needs no resolver and has what it takes
 */
public record ServerAddress(String text, String host, int port, Optional<SocketAddress> literal) {
    /** Empty if the text is the address of nothing. */
    public static Optional<ServerAddress> parse(String text) {
        try {
            if (UnixPath.isMeant(text)) {
                return Optional.of(new ServerAddress(text, text, 0, Optional.of(UnixPath.parse(text))));
            }
            AddressText address = AddressText.parseServer(text);
            Optional<SocketAddress> literal = address.hasPort()
                    ? Addresses.literal(address.host()).map(ip -> new InetSocketAddress(ip, address.firstPort()))
                    : Optional.empty();
            return Optional.of(new ServerAddress(text, address.host(), address.firstPort(), literal));
        } catch (InvalidAddress e) {
            return Optional.empty();
        }
    }
}
