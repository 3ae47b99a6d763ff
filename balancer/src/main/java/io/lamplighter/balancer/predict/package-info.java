/**
 * Duty: numbers in, forecast out. Knows nothing of nodes, clocks or configuration. Begin at
 * {@link io.lamplighter.balancer.predict.Forecaster}; the formulas and their sources are in {@code docs/forecasting.md}.
 *
 * <p>Threads: nothing here is shared; each object belongs to one thread, the cold one that reads samples.
 */
@NullMarked
package io.lamplighter.balancer.predict;

import org.jspecify.annotations.NullMarked;
