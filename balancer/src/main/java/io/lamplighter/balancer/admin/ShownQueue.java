package io.lamplighter.balancer.admin;

/**
 * The queue of an upstream.
 *
 * @param size most sessions that may wait at the same time; 0 if a reload removed the queue and some wait still
 * @param waiting sessions that wait now
 * @param queued sessions that ever waited
 * @param timedOut sessions that waited in vain
 * @param overflowed sessions that were turned away because the queue was full
 */
public record ShownQueue(int size, int waiting, long queued, long timedOut, long overflowed) {}
