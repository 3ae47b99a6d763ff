/**
 * A world in which time is a number: events in their order, an executor that lives by it, and machines that serve work exactly.
 * Nothing here knows of lamps or balancers. One thread. Begin at
 * {@link io.lamplighter.simulator.lab.engine.VirtualTime}.
 */
@NullMarked
package io.lamplighter.simulator.lab.engine;

import org.jspecify.annotations.NullMarked;
