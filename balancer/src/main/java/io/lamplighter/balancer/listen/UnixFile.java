package io.lamplighter.balancer.listen;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file of a listening unix socket. */
final class UnixFile {
    private static final Logger LOG = LoggerFactory.getLogger(UnixFile.class);

    private final UnixDomainSocketAddress address;

    UnixFile(SocketAddress address) {
        this.address = (UnixDomainSocketAddress) address;
    }

    /** Removes what a program left that did not end well. One that somebody listens on stays, and cannot be bound. */
    void removeIfDead() {
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            probe.connect(address);
        } catch (IOException e) {
            if (isSocket()) {
                remove();
            }
        }
    }

    private boolean isSocket() {
        try {
            return Files.readAttributes(path(), BasicFileAttributes.class).isOther();
        } catch (IOException e) {
            return false;
        }
    }

    /** As nginx does: who may connect is decided by the directory. */
    void letEveryoneConnect() throws IOException {
        Files.setPosixFilePermissions(path(), PosixFilePermissions.fromString("rw-rw-rw-"));
    }

    void remove() {
        try {
            Files.deleteIfExists(path());
        } catch (IOException e) {
            LOG.warn("cannot remove the socket {}: {}", path(), e.toString());
        }
    }

    private Path path() {
        return address.getPath();
    }
}
