package io.lamplighter.balancer.measure;

import java.net.SocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a session can tell of itself, during its life (for a hash key) and at its end (for its log line). */
public interface SessionView {
    /** Number of the session, unique in the process. */
    long serial();

    boolean isUdp();

    SocketAddress clientAddress();

    /** The address the connection comes from, which is another than the client's behind a trusted proxy. */
    SocketAddress connectionAddress();

    /** What became known of the client before it was served. */
    ClientFacts facts();

    /** The address the client sent to. */
    SocketAddress serverAddress();

    /** The first name of the server it belongs to, octets. */
    String serverName();

    /** Time since it began, milliseconds. */
    long durationMs();

    /** Time it waited for a node to be free, milliseconds; -1 if it did not. */
    int queuedMs();

    long bytesFromClient();

    long bytesToClient();

    /** Every node tried, in order, the last one included; and a group that was asked for a node in vain. */
    List<NodeTry> tries();

    /** Why it ended; null while it goes on. */
    @Nullable
    EndReason endReason();
}
