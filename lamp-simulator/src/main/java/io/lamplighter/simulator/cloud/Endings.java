package io.lamplighter.simulator.cloud;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Jobs by when they end, on whatever clock: a binary heap over two arrays, so that a job costs no object. Not thread-safe.
 *
 * @param <J> what ends
 */
final class Endings<J> {
    private double[] endsNs = new double[16];
    private @Nullable Object[] jobs = new @Nullable Object[16];
    private int size;

    int size() {
        return size;
    }

    /** When the first of them ends; infinite when there is none. */
    double firstEndNs() {
        return size == 0 ? Double.POSITIVE_INFINITY : endsNs[0];
    }

    void add(double endNs, J job) {
        if (size == jobs.length) {
            endsNs = Arrays.copyOf(endsNs, size * 2);
            jobs = Arrays.copyOf(jobs, size * 2);
        }
        up(size++, endNs, job);
    }

    /** Takes out the one that ends first; only when there is one. */
    J removeFirst() {
        @SuppressWarnings("unchecked") // nothing else was put in
        J first = (J) Objects.requireNonNull(jobs[0]);
        size--;
        double lastEndNs = endsNs[size];
        Object last = jobs[size];
        jobs[size] = null;
        down(lastEndNs, last);
        return first;
    }

    void clear() {
        Arrays.fill(jobs, 0, size, null);
        size = 0;
    }

    private void up(int from, double endNs, Object job) {
        int index = from;
        while (index > 0 && endNs < endsNs[(index - 1) / 2]) {
            move((index - 1) / 2, index);
            index = (index - 1) / 2;
        }
        place(index, endNs, job);
    }

    private void down(double endNs, @Nullable Object job) {
        int index = 0;
        for (int child = firstChild(0); child < size && endsNs[child] < endNs; child = firstChild(index)) {
            move(child, index);
            index = child;
        }
        if (size > 0) {
            place(index, endNs, job);
        }
    }

    /** The child that ends first, or a place behind all when there is none. */
    private int firstChild(int index) {
        int left = 2 * index + 1;
        return left + 1 < size && endsNs[left + 1] < endsNs[left] ? left + 1 : left;
    }

    private void move(int from, int to) {
        place(to, endsNs[from], jobs[from]);
    }

    private void place(int index, double endNs, @Nullable Object job) {
        endsNs[index] = endNs;
        jobs[index] = job;
    }
}
