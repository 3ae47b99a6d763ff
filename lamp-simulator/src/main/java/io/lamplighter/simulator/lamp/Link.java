package io.lamplighter.simulator.lamp;

import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * A lamp's way to the cloud: one session over one socket. A new session is a new link, so events of an earlier socket cannot
 * reach a later session. Lives on the lamp's event loop.
 */
abstract class Link extends ChannelInboundHandlerAdapter {
    /** Begins to open for a lamp; {@link Lamp#linkUp} or {@link Lamp#linkDown} follows, perhaps before this returns. */
    abstract void open(Lamp lamp);

    /** Whether an exchange can be sent now. */
    abstract boolean canSend();

    /** Takes an exchange to be sent with the next {@link #flush}; only when {@link #canSend}. */
    abstract void send(Lamp lamp, int sequence, long dueNs);

    abstract void flush();

    /** When {@link #wake} wants to be called, or {@link WakeQueue#NEVER}. */
    long wakeNs() {
        return WakeQueue.NEVER;
    }

    /** Does what is due by time. */
    void wake(long nowNs) {}

    /** Ends the session in order. */
    abstract void close();

    /** Ends it with a reset, where there is such a thing. */
    void reset() {
        close();
    }
}
