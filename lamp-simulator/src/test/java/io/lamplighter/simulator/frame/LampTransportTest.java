package io.lamplighter.simulator.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lamplighter.balancer.config.EventsConfig.EventMethod;
import io.lamplighter.balancer.connect.Transport;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.uring.IoUring;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LampTransportTest {
    private static final double CLOSED_LOOP = Double.POSITIVE_INFINITY;
    private static final double ONCE_AN_HOUR = 1.0 / 3600;

    @Test
    void lampsThatSpeakOftenUseIoUringIdleOnesAndDatagramsEpoll() {
        assumeTrue(Epoll.isAvailable() && IoUring.isAvailable());

        assertThat(LampTransport.ofLamps(Optional.empty(), false, CLOSED_LOOP)).isEqualTo(Transport.IO_URING);
        assertThat(LampTransport.ofLamps(Optional.empty(), false, ONCE_AN_HOUR)).isEqualTo(Transport.EPOLL);
        assertThat(LampTransport.ofLamps(Optional.empty(), true, CLOSED_LOOP)).isEqualTo(Transport.EPOLL);
    }

    @Test
    void whatWasAskedForIsUsedWhateverTheLamps() {
        Optional<EventMethod> nio = Optional.of(EventMethod.NIO);

        assertThat(LampTransport.ofLamps(nio, false, CLOSED_LOOP)).isEqualTo(Transport.NIO);
        assertThat(LampTransport.ofLamps(nio, true, ONCE_AN_HOUR)).isEqualTo(Transport.NIO);
    }
}
