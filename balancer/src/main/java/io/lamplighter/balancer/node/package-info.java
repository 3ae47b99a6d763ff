/** The shared nouns: a {@code Node} keeps its identity over reloads, an {@code Upstream} belongs to one generation. */
@NullMarked
package io.lamplighter.balancer.node;

import org.jspecify.annotations.NullMarked;
