/**
 * Choose and borrow a node from an immutable snapshot: no lock, no wait, no allocation. Every event loop picks; only the
 * weigher publishes. Begin at {@link io.lamplighter.balancer.pick.Selector}.
 */
@NullMarked
package io.lamplighter.balancer.pick;

import org.jspecify.annotations.NullMarked;
