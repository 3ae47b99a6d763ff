package io.lamplighter.balancer;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.UnsynchronizedAppenderBase;

/** Hands on to another appender what its filters let pass. */
final class ForwardingAppender extends UnsynchronizedAppenderBase<ILoggingEvent> {
    private final Appender<ILoggingEvent> target;

    ForwardingAppender(Appender<ILoggingEvent> target) {
        this.target = target;
    }

    @Override
    protected void append(ILoggingEvent event) {
        target.doAppend(event);
    }

    /** Another one may have stopped the target already, which is harmless. */
    @Override
    public void stop() {
        super.stop();
        target.stop();
    }
}
