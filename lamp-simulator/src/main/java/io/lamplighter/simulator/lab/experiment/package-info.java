/**
 * What the laboratory tries, and what came of it. Begin at {@link io.lamplighter.simulator.lab.experiment.Experiment}.
 */
@NullMarked
package io.lamplighter.simulator.lab.experiment;

import org.jspecify.annotations.NullMarked;
