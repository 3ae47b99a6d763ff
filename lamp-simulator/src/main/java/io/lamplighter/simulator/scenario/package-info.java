/**
 * What lamps do, and when: scenarios as text and as records. Knows nothing of sockets or threads; everything in it is
 * immutable. Begin at {@link io.lamplighter.simulator.scenario.Scenario}; {@code docs/lampsim.md} has the language.
 */
@NullMarked
package io.lamplighter.simulator.scenario;

import org.jspecify.annotations.NullMarked;
