package io.lamplighter.balancer.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.EventsConfig.EventMethod;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.uring.IoUring;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TransportTest {
    @Test
    void whatWasAskedForIsTaken() {
        assertThat(Transport.of(Optional.of(EventMethod.NIO), false)).isEqualTo(Transport.NIO);
        assertThat(Transport.of(Optional.of(EventMethod.NIO), true)).isEqualTo(Transport.NIO);
    }

    @Test
    void withoutWordTheBestThatWorksIsTaken() {
        Transport epollOrLess = Epoll.isAvailable() ? Transport.EPOLL : Transport.NIO;
        assertThat(Transport.of(Optional.empty(), false))
                .isEqualTo(IoUring.isAvailable() ? Transport.IO_URING : epollOrLess);
        if (Epoll.isAvailable()) {
            assertThat(Transport.of(Optional.empty(), true)).isEqualTo(Transport.EPOLL);
        }
    }
}
