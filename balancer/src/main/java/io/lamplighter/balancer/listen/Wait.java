package io.lamplighter.balancer.listen;

/**
 * One session's wait for a node; its session's loop only.
 *
 * @param room where it waits
 * @param session who waits
 * @param ticket its place in the order; who has a lower one is served first
 * @param startedNs when it began, steady clock
 * @param deadlineNs when it ends in vain, steady clock
 */
record Wait(WaitingRoom room, TcpSession session, long ticket, long startedNs, long deadlineNs) {
    /** Looks for a place once more, which may be found: {@link TcpSession#isServed} is called before this returns. */
    void begin() {
        room.begin();
    }

    /** Ends it, however it went. */
    void leave() {
        room.leave(this);
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(ticket);
    }
}
