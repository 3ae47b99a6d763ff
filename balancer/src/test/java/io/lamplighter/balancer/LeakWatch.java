package io.lamplighter.balancer;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class whose buffers were collected without having been released. Found by the service loader, so that no
 * class has to ask for it. A leak shows only when the collector finds the buffer, so this asks it to run.
 */
public final class LeakWatch implements BeforeAllCallback, AfterAllCallback {
    private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();

    @Override
    public void beforeAll(ExtensionContext context) {
        ByteBufUtil.setLeakListener((type, records) -> LEAKS.add(type + records));
    }

    @Override
    public void afterAll(ExtensionContext context) {
        List<String> leaks = collected();
        if (!leaks.isEmpty()) {
            throw new AssertionError(leaks.size() + " buffers were not released, the first: " + leaks.get(0));
        }
    }

    /** Leaks found since the last call. */
    static List<String> collected() {
        System.gc();
        // The detector looks at what the collector found when the next buffer is allocated.
        PooledByteBufAllocator.DEFAULT.directBuffer(1).release();
        List<String> leaks = new ArrayList<>();
        for (String leak = LEAKS.poll(); leak != null; leak = LEAKS.poll()) {
            leaks.add(leak);
        }
        return leaks;
    }
}
