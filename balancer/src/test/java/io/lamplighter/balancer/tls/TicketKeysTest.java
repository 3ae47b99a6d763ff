package io.lamplighter.balancer.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Which keys seal tickets, and for how long. */
class TicketKeysTest {
    private final AtomicLong nowMs = new AtomicLong();

    @Test
    void aNewKeyTakesOverAfterTheTimeoutAndTheOldOneStillOpens() {
        TicketKeys keys = TicketKeys.own(1_000, nowMs::get);
        List<byte[]> first = keys.now();
        nowMs.set(999);
        assertThat(keys.now()).isSameAs(first).hasSize(1);
        nowMs.set(1_000);
        List<byte[]> second = keys.now();
        assertThat(second).hasSize(2);
        assertThat(second.get(1)).isSameAs(first.get(0));
        assertThat(second.get(0)).isNotEqualTo(first.get(0));
    }

    @Test
    void keysThatNoTicketOfTheirTimeCanHaveAreDropped() {
        TicketKeys keys = TicketKeys.own(1_000, nowMs::get);
        List<byte[]> first = keys.now();
        nowMs.set(2_000);
        assertThat(keys.now()).hasSize(1).doesNotContainAnyElementsOf(first);
    }

    @Test
    void theSameCacheHasTheSameKeys() {
        assertThat(TicketKeys.shared("one", 1_000)).isSameAs(TicketKeys.shared("one", 1_000));
        assertThat(TicketKeys.shared("one", 1_000)).isNotSameAs(TicketKeys.shared("two", 1_000));
    }

    @Test
    void keysOfFilesStayAndHaveOneOfTwoSizes() throws TlsException {
        byte[] shorter = new byte[48];
        byte[] longer = new byte[80];
        longer[0] = 1;
        longer[79] = 2;
        List<byte[]> keys = TicketKeys.of(List.of(shorter, longer)).now();
        assertThat(keys.get(0)).isEqualTo(shorter);
        assertThat(keys.get(1)).hasSize(48).startsWith(1, 0, 0);
        longer[79] = 3;
        assertThat(TicketKeys.of(List.of(longer)).now().get(0)).isNotEqualTo(keys.get(1));
        assertThatThrownBy(() -> TicketKeys.of(List.of(new byte[47])))
                .hasMessage("a session ticket key must have 48 or 80 bytes, but it has 47");
    }
}
