/**
 * The flood: many lamps at a fixed rate, and what they measured. A lamp lives on one event loop and shares nothing with
 * other loops but counters; the thread that called {@link io.lamplighter.simulator.flood.Flood#run} collects and prints.
 * Begin at {@link io.lamplighter.simulator.flood.Flood}, then {@link io.lamplighter.simulator.flood.Lamp}.
 */
@NullMarked
package io.lamplighter.simulator.flood;

import org.jspecify.annotations.NullMarked;
