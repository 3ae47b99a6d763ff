/**
 * The emulated cloud: a node that serves lamps as a machine of given cores and speed would, without burning CPU for it, and
 * reports how idle that machine would be. Everything of a node happens on its one event loop. Begin at
 * {@link io.lamplighter.simulator.cloud.CloudNode}.
 */
@NullMarked
package io.lamplighter.simulator.cloud;

import org.jspecify.annotations.NullMarked;
