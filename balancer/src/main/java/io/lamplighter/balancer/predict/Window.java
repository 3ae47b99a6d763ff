package io.lamplighter.balancer.predict;

/**
 * The newest values of a series in order of arrival, each with its time; and the least and the greatest of them.
 *
 * <p>Adding and dropping take constant time on average and allocate nothing: {@code least} and {@code greatest} hold, in
 * order, only those values that may yet become the extreme one when older ones leave.
 */
final class Window {
    private final int capacity;
    private final long maxAgeNs;
    private final double[] values; // a ring
    private final long[] timesNs;
    private final Extreme least;
    private final Extreme greatest;
    private int first; // slot of the oldest value
    private int size;

    /** @throws IllegalArgumentException when the capacity is not positive or the age negative */
    Window(int capacity, long maxAgeNs) {
        if (capacity <= 0 || maxAgeNs < 0) {
            throw new IllegalArgumentException(
                    "expected a window above 0 and an age of at least 0 ns, got " + capacity + " and " + maxAgeNs);
        }
        this.capacity = capacity;
        this.maxAgeNs = maxAgeNs;
        this.values = new double[capacity];
        this.timesNs = new long[capacity];
        this.least = new Extreme(-1);
        this.greatest = new Extreme(1);
    }

    /** The oldest value leaves when there is no room. */
    void add(double value, long nowNs) {
        if (size == capacity) {
            dropOldest();
        }
        int slot = slot(size);
        values[slot] = value;
        timesNs[slot] = nowNs;
        size++;
        least.add(slot);
        greatest.add(slot);
    }

    /** Values older than the greatest age leave. */
    void dropOld(long nowNs) {
        while (size > 0 && nowNs - timesNs[first] > maxAgeNs) {
            dropOldest();
        }
    }

    private void dropOldest() {
        least.drop(first);
        greatest.drop(first);
        first = slot(1);
        size--;
    }

    int size() {
        return size;
    }

    int capacity() {
        return capacity;
    }

    /** Not to be asked when empty. */
    double newest() {
        return values[slot(size - 1)];
    }

    /** Not to be asked when empty. */
    double least() {
        return least.value();
    }

    /** Not to be asked when empty. */
    double greatest() {
        return greatest.value();
    }

    /** Not-a-number when empty. Values are divided before they are added, so that no sum overflows. */
    double mean() {
        double mean = size == 0 ? Double.NaN : 0;
        for (int i = 0; i < size; i++) {
            mean += values[slot(i)] / size;
        }
        return mean;
    }

    /** A copy, oldest first. */
    double[] toArray() {
        double[] copy = new double[size];
        for (int i = 0; i < size; i++) {
            copy[i] = values[slot(i)];
        }
        return copy;
    }

    /** Of the value that came {@code place} after the oldest. */
    private int slot(int place) {
        int slot = first + place;
        return slot < capacity ? slot : slot - capacity;
    }

    /** Slots of values each of which is more extreme than all that came after it. */
    private final class Extreme {
        private final int[] slots = new int[capacity]; // a ring
        private final int sign;
        private int head;
        private int count;

        Extreme(int sign) {
            this.sign = sign;
        }

        void add(int slot) {
            while (count > 0 && sign * values[slots[at(count - 1)]] <= sign * values[slot]) {
                count--;
            }
            slots[at(count)] = slot;
            count++;
        }

        void drop(int slot) {
            if (slots[head] == slot) {
                head = at(1);
                count--;
            }
        }

        double value() {
            return values[slots[head]];
        }

        private int at(int place) {
            int at = head + place;
            return at < capacity ? at : at - capacity;
        }
    }
}
