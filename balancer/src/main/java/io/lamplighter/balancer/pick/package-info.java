/**
 * Choose and borrow a node from an immutable snapshot: no lock, no wait, no allocation. Every event loop picks; only the
 * weigher publishes. Begin at {@link io.lamplighter.balancer.pick.Selectors}, which says what is chosen how, and go on to
 * {@link io.lamplighter.balancer.pick.WeightedSelector}, on which the other methods fall back.
 */
@NullMarked
package io.lamplighter.balancer.pick;

import org.jspecify.annotations.NullMarked;
