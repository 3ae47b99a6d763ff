package io.lamplighter.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The watch that fails a build over a leak sees one. */
class LeakWatchTest {
    @Test
    void aBufferThatIsDroppedIsSeen() {
        drop();
        List<String> seen = new ArrayList<>();
        Awaitility.await().until(() -> {
            seen.addAll(LeakWatch.collected());
            return !seen.isEmpty();
        });
        assertThat(seen.get(0)).contains("LeakWatchTest");
    }

    private static void drop() {
        PooledByteBufAllocator.DEFAULT.directBuffer(16).writeByte(1);
    }
}
