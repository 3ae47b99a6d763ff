/**
 * The lamps. A lamp lives on one event loop and shares nothing with other loops; the loop hands what it measured over once
 * a second. Begin at {@link io.lamplighter.simulator.lamp.Lamps}, then {@code LampLoop} and {@code Lamp}; a {@code Link} is
 * a lamp's way to the cloud.
 */
@NullMarked
package io.lamplighter.simulator.lamp;

import org.jspecify.annotations.NullMarked;
