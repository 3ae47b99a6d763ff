/**
 * {@code lampsim}: lamps, emulated cloud nodes, floods and their latency reports, and the demo that runs everything
 * together. {@code frame} is the lamps' protocol, {@code cloud} an emulated node, {@code flood} the lamps, {@code demo} the
 * whole. Begin at {@link io.lamplighter.simulator.LampSim}.
 */
@NullMarked
package io.lamplighter.simulator;

import org.jspecify.annotations.NullMarked;
