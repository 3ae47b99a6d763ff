package io.lamplighter.balancer.connect;

import io.netty.channel.Channel;
import io.netty.channel.unix.UnixChannel;
import java.net.BindException;
import java.net.InetSocketAddress;

/**
 * Where to connect or send from.
 *
 * @param address port 0 for any
 * @param isTransparent whether it need not be an address of this host
 */
public record Local(InetSocketAddress address, boolean isTransparent) {
    /**
     * The address, after {@code channel} was made ready to be bound to it.
     *
     * @throws BindException if this process, or the transport, cannot use addresses of others
     */
    InetSocketAddress boundBy(Channel channel) throws BindException {
        if (isTransparent) {
            if (channel instanceof UnixChannel unix) {
                new UnixSocket(unix.fd().intValue()).bindToAnyAddress();
            } else {
                requireNotTransparent();
            }
        }
        return address;
    }

    /** For sockets of the JDK. */
    void requireNotTransparent() throws BindException {
        if (isTransparent) {
            throw new BindException("sending from addresses of others needs the event method epoll or io_uring");
        }
    }
}
