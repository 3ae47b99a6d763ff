/**
 * Duty: show state and take orders over HTTP. {@code AdminServer} listens, {@code RequestHandler} speaks HTTP, {@code Pages} knows the
 * paths; each request takes one {@code Snapshot} of {@code AdminState} and writes it as {@code StateJson} or {@code
 * StateMetrics}. {@code NodeOrders} changes what the administrator ordered of nodes, {@code ServerPages} the servers themselves.
 *
 * <p>Threads: one event loop of its own, and nothing of the hot side waits for it. Begin at {@code AdminServer}.
 */
@NullMarked
package io.lamplighter.balancer.admin;

import org.jspecify.annotations.NullMarked;
