/**
 * {@code lampsim run}: checks the limits of the machine, starts lamps in this process or in several, follows them second by
 * second, shows them, and keeps the book. Begin at {@link io.lamplighter.simulator.run.LoadRun}.
 */
@NullMarked
package io.lamplighter.simulator.run;

import org.jspecify.annotations.NullMarked;
