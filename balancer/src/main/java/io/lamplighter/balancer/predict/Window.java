package io.lamplighter.balancer.predict;

/**
 * The newest values of a series in order of arrival, each with its time; and the least and the greatest of them.
 *
 * <p>Adding and dropping take constant time on average and allocate nothing: {@code least} and {@code greatest} keep, in
 * order, only those values that may yet become the extreme one when older ones leave.
 */
final class Window {
    private final double[] values;
    private final long[] timesNs;
    private final long maxAgeNs;
    private final Extreme least;
    private final Extreme greatest;
    private long first; // number of the oldest value since the beginning
    private long next; // number the next value will have

    /** @throws IllegalArgumentException when the length is not positive or the age negative */
    Window(int length, long maxAgeNs) {
        if (length <= 0 || maxAgeNs < 0) {
            throw new IllegalArgumentException(
                    "expected a length above 0 and an age of at least 0 ns, got " + length + " and " + maxAgeNs);
        }
        this.values = new double[length];
        this.timesNs = new long[length];
        this.maxAgeNs = maxAgeNs;
        this.least = new Extreme(length, -1);
        this.greatest = new Extreme(length, 1);
    }

    void add(double value, long nowNs) {
        if (size() == values.length) {
            dropOldest();
        }
        values[slot(next)] = value;
        timesNs[slot(next)] = nowNs;
        least.add(value, next);
        greatest.add(value, next);
        next++;
    }

    /** Values older than the greatest age leave. */
    void dropOld(long nowNs) {
        while (size() > 0 && nowNs - timesNs[slot(first)] > maxAgeNs) {
            dropOldest();
        }
    }

    private void dropOldest() {
        least.drop(first);
        greatest.drop(first);
        first++;
    }

    int size() {
        return (int) (next - first);
    }

    int capacity() {
        return values.length;
    }

    /** The newest value with {@code back = 0}, the one before with 1, and so on below {@link #size()}. */
    double newest(int back) {
        return values[slot(next - 1 - back)];
    }

    double least() {
        return least.value();
    }

    double greatest() {
        return greatest.value();
    }

    /** Not-a-number when empty. The values are divided before they are added, so that no sum overflows. */
    double mean() {
        int size = size();
        double mean = size == 0 ? Double.NaN : 0;
        for (long i = first; i < next; i++) {
            mean += values[slot(i)] / size;
        }
        return mean;
    }

    /** A copy, oldest first. */
    double[] toArray() {
        double[] copy = new double[size()];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = values[slot(first + i)];
        }
        return copy;
    }

    private int slot(long number) {
        return (int) (number % values.length);
    }

    /** The least or the greatest value of a window that moves on, by a queue whose values only fall or only rise. */
    private static final class Extreme {
        private final double[] values;
        private final long[] numbers;
        private final int sign;
        private long head;
        private long tail;

        Extreme(int length, int sign) {
            this.values = new double[length];
            this.numbers = new long[length];
            this.sign = sign;
        }

        void add(double value, long number) {
            while (tail > head && sign * values[slot(tail - 1)] <= sign * value) {
                tail--;
            }
            values[slot(tail)] = value;
            numbers[slot(tail)] = number;
            tail++;
        }

        void drop(long number) {
            if (tail > head && numbers[slot(head)] == number) {
                head++;
            }
        }

        double value() {
            return tail > head ? values[slot(head)] : Double.NaN;
        }

        private int slot(long position) {
            return (int) (position % values.length);
        }
    }
}
