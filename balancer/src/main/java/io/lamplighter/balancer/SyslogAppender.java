package io.lamplighter.balancer;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.Layout;
import io.lamplighter.balancer.config.SyslogConfig;
import io.lamplighter.balancer.measure.SyslogSender;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Sends lines of an error log to a syslog server. Called by the one thread of its queue. */
final class SyslogAppender extends AppenderBase<ILoggingEvent> {
    private final SyslogConfig config;
    private final Layout<ILoggingEvent> layout;
    private @Nullable SyslogSender sender;

    SyslogAppender(SyslogConfig config, Layout<ILoggingEvent> layout) {
        this.config = config;
        this.layout = layout;
    }

    @Override
    protected void append(ILoggingEvent event) {
        try {
            if (sender == null) {
                sender = SyslogSender.open(config);
            }
            int severity = Logging.severity(event).severity();
            sender.send(severity, layout.doLayout(event).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            addError("cannot send to " + config.server(), e);
        }
    }

    @Override
    public void stop() {
        super.stop();
        SyslogSender open = sender;
        sender = null;
        try {
            if (open != null) {
                open.close();
            }
        } catch (IOException e) {
            addError("cannot close the socket to " + config.server(), e);
        }
    }
}
