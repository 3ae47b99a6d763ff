package io.lamplighter.balancer.connect;

import io.lamplighter.balancer.tls.NodeTls;
import io.lamplighter.balancer.tls.TlsTrouble;
import io.lamplighter.balancer.variable.Values;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a node that counts as connected only when TLS is spoken on it. The node's PROXY protocol header goes out before,
 * as it is not for the one who ends TLS alone.
 *
 * <p>Threads: the session's event loop.
 */
public final class SecureDial implements Connector.Listener {
    /** Why a node is not talked to, though it can be connected to. */
    public static final class UnsecuredException extends IOException {
        private static final long serialVersionUID = 1;

        UnsecuredException(TlsTrouble trouble) {
            super(trouble.text());
        }
    }

    private final NodeTls tls;
    private final String group;
    private final Values values;
    private final @Nullable ByteBuf header;
    private final Connector.Listener listener;

    /**
     * @param group what {@code proxy_pass} names
     * @param header goes out first; null for none
     * @param listener told in the end
     */
    public SecureDial(NodeTls tls, String group, Values values, @Nullable ByteBuf header, Connector.Listener listener) {
        this.tls = tls;
        this.group = group;
        this.values = values;
        this.header = header;
        this.listener = listener;
    }

    @Override
    public void connected(Channel channel) {
        if (header != null) {
            channel.writeAndFlush(header);
        }
        tls.begin(channel, group, String.valueOf(channel.remoteAddress()), values, new NodeTls.Listener() {
            @Override
            public void secured() {
                listener.connected(channel);
            }

            @Override
            public void unsecured(TlsTrouble trouble) {
                channel.close();
                listener.connectFailed(channel, new UnsecuredException(trouble));
            }
        });
    }

    @Override
    public void connectFailed(Channel channel, Throwable cause) {
        if (header != null) {
            header.release();
        }
        listener.connectFailed(channel, cause);
    }
}
