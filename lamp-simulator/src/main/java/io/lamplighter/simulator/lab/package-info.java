/**
 * The laboratory: the balancer's own policies in simulated clouds, compared. {@code engine} is time and machines, {@code model} a
 * cloud with its lamps and balancers, {@code experiment} what is tried, {@code output} how it is shown. Begin at
 * {@link io.lamplighter.simulator.lab.model.World}.
 */
@NullMarked
package io.lamplighter.simulator.lab;

import org.jspecify.annotations.NullMarked;
