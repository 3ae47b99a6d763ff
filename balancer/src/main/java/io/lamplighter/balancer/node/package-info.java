/**
 * The shared nouns: a {@code Node} keeps its identity over reloads, an {@code Upstream} belongs to one generation. Event
 * loops borrow nodes; one thread swaps generations. Begin at {@link io.lamplighter.balancer.node.NodeRegistry}.
 */
@NullMarked
package io.lamplighter.balancer.node;

import org.jspecify.annotations.NullMarked;
