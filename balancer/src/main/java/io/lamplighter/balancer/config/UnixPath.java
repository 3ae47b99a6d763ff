package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.AddressText.InvalidAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;

/** {@code unix:/path}, the address of a unix socket. */
final class UnixPath {
    private static final String PREFIX = "unix:";

    /** Of Linux's sockaddr_un, without the zero at the end. Bytes. */
    private static final int MOST_BYTES = 107;

    private UnixPath() {}

    static boolean isMeant(String text) {
        return text.regionMatches(true, 0, PREFIX, 0, PREFIX.length());
    }

    static SocketAddress parse(String text) throws InvalidAddress {
        String path = text.substring(PREFIX.length());
        if (path.isEmpty()) {
            throw new InvalidAddress("no path in the unix domain socket");
        }
        if (path.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            throw new InvalidAddress("too long path in the unix domain socket, more than " + MOST_BYTES + " bytes");
        }
        try {
            return UnixDomainSocketAddress.of(path);
        } catch (InvalidPathException e) {
            throw new InvalidAddress("invalid path in the unix domain socket");
        }
    }
}
