/**
 * What a run found, for machines and for people: interval log, percentile files, summary, page, comparison, expectations.
 * Belongs to one thread. Begin at {@link io.lamplighter.simulator.report.RunLog}.
 */
@NullMarked
package io.lamplighter.simulator.report;

import org.jspecify.annotations.NullMarked;
