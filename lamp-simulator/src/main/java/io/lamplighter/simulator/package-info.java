/**
 * {@code lampsim}: lamps, emulated cloud nodes, latency reports, and the demo that runs everything together. {@code frame}
 * is the lamps' protocol, {@code scenario} what they do, {@code lamp} the lamps and {@code real} those that are Paho clients,
 * {@code measure} what they count, {@code report} what is made of it, {@code run} the command that brings these together;
 * {@code cloud} is an emulated node, {@code demo} the whole, {@code lab} the laboratory in virtual time. Begin at {@link io.lamplighter.simulator.LampSim}.
 */
@NullMarked
package io.lamplighter.simulator;

import org.jspecify.annotations.NullMarked;
