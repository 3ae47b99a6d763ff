package io.lamplighter.simulator.lamp;

import java.util.Arrays;

/**
 * When each lamp of a loop is to be woken: a heap with the earliest on top, in which every lamp knows its place so that its
 * time can be changed. Ten thousand timers of an event loop would do the same, at an object and a longer walk for each.
 * Not thread-safe; belongs to its loop.
 */
final class WakeQueue {
    /** A time that does not come. */
    static final long NEVER = Long.MAX_VALUE;

    private static final int ARITY = 4; // flatter than a binary heap: fewer cache misses for the same comparisons

    private Lamp[] heap = new Lamp[64];
    private int size;

    /** Puts a lamp in, or moves it. Times are compared as they are, so they must come from one clock far from overflow. */
    void set(Lamp lamp, long wakeNs) {
        if (lamp.heapIndex < 0) {
            if (size == heap.length) {
                heap = Arrays.copyOf(heap, size * 2);
            }
            lamp.heapIndex = size++;
            lamp.wakeNs = wakeNs;
            up(lamp);
            return;
        }
        long before = lamp.wakeNs;
        lamp.wakeNs = wakeNs;
        if (wakeNs < before) {
            up(lamp);
        } else if (wakeNs > before) {
            down(lamp);
        }
    }

    /** The earliest time, or {@link #NEVER}. */
    long firstNs() {
        return size == 0 ? NEVER : heap[0].wakeNs;
    }

    /** The lamp whose time is the earliest; only when there is one. */
    Lamp first() {
        return heap[0];
    }

    private void up(Lamp lamp) {
        int index = lamp.heapIndex;
        while (index > 0) {
            int parent = (index - 1) / ARITY;
            if (heap[parent].wakeNs <= lamp.wakeNs) {
                break;
            }
            place(heap[parent], index);
            index = parent;
        }
        place(lamp, index);
    }

    private void down(Lamp lamp) {
        int index = lamp.heapIndex;
        while (true) {
            int child = firstOfChildren(index);
            if (child < 0 || heap[child].wakeNs >= lamp.wakeNs) {
                break;
            }
            place(heap[child], index);
            index = child;
        }
        place(lamp, index);
    }

    private int firstOfChildren(int index) {
        int from = index * ARITY + 1;
        int to = Math.min(from + ARITY, size);
        int first = from < to ? from : -1;
        for (int child = from + 1; child < to; child++) {
            if (heap[child].wakeNs < heap[first].wakeNs) {
                first = child;
            }
        }
        return first;
    }

    private void place(Lamp lamp, int index) {
        heap[index] = lamp;
        lamp.heapIndex = index;
    }
}
