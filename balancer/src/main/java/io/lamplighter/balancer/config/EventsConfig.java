package io.lamplighter.balancer.config;

import java.util.Optional;

/**
 * The {@code events} block.
 *
 * @param use the transport asked for; empty for the best that works
 * @param workerConnections most connections (client and node side together) that one event loop holds open
 */
public record EventsConfig(Optional<EventMethod> use, int workerConnections) {
    /** How an event loop learns of ready sockets. */
    public enum EventMethod {
        IO_URING,
        EPOLL,
        NIO
    }
}
