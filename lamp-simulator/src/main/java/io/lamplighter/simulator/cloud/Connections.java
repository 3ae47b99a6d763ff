package io.lamplighter.simulator.cloud;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The TCP connections of a node. Belongs to its event loop. */
final class Connections {
    private final int limit;
    private final Set<Channel> open = new LinkedHashSet<>();
    private boolean isPaused;

    /** @param limit most at one time; further ones are closed at once */
    Connections(int limit) {
        this.limit = limit;
    }

    /** Takes a new one in. @return whether there is room for it; otherwise it is being closed */
    boolean add(Channel connection) {
        if (open.size() >= limit) {
            connection.close();
            return false;
        }
        open.add(connection);
        connection.closeFuture().addListener(closed -> open.remove(connection));
        connection.config().setAutoRead(!isPaused);
        return true;
    }

    int count() {
        return open.size();
    }

    /** Whether nobody reads from now on. */
    void setPaused(boolean paused) {
        isPaused = paused;
        open.forEach(connection -> connection.config().setAutoRead(!paused));
    }

    boolean isPaused() {
        return isPaused;
    }

    /** Ends every one with a reset. */
    void reset() {
        for (Channel connection : List.copyOf(open)) {
            connection.config().setOption(ChannelOption.SO_LINGER, 0);
            connection.close();
        }
    }
}
