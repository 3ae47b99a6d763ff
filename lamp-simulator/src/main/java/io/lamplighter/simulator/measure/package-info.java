/**
 * What lamps count and time. One thread owns a {@link io.lamplighter.simulator.measure.Measurements} at a time; it is handed
 * over whole, never shared.
 */
@NullMarked
package io.lamplighter.simulator.measure;

import org.jspecify.annotations.NullMarked;
