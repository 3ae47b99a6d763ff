package io.lamplighter.balancer.node;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/** Lets several threads do the same at the same moment. */
public final class Together {
    private Together() {}

    /** How many of {@code threads} threads got true. */
    public static int count(int threads, BooleanSupplier action) {
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Boolean>> results = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                results.add(pool.submit(() -> {
                    start.await();
                    return action.getAsBoolean();
                }));
            }
            int count = 0;
            for (Future<Boolean> result : results) {
                count += result.get() ? 1 : 0;
            }
            return count;
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } finally {
            pool.shutdownNow();
        }
    }
}
