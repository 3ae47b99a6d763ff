/**
 * Duty: values by keys that an administrator changes while the balancer runs. Begin at {@link
 * io.lamplighter.balancer.keyval.KeyvalZone}.
 *
 * <p>Threads: the admin thread and the one that swaps generations write; event loops read without a lock.
 */
@NullMarked
package io.lamplighter.balancer.keyval;

import org.jspecify.annotations.NullMarked;
