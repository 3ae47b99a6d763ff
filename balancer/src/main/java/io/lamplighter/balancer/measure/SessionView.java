package io.lamplighter.balancer.measure;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a session can tell of itself, during its life (for a hash key) and at its end (for its log line). */
public interface SessionView {
    /** Number of the session, unique in the process. */
    long serial();

    boolean isUdp();

    InetSocketAddress clientAddress();

    /** The address the client sent to. */
    InetSocketAddress serverAddress();

    /** Time since it began, milliseconds. */
    long durationMs();

    /** Time it waited for a node to be free, milliseconds; -1 if it did not. */
    int queuedMs();

    long bytesFromClient();

    long bytesToClient();

    /** Every node tried, in order, the last one included. */
    List<NodeTry> tries();

    /** Why it ended; null while it goes on. */
    @Nullable
    EndReason endReason();
}
