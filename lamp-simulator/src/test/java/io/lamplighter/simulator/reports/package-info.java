/**
 * A balancer and agents as processes of their own, and what becomes of their reports when something goes wrong between them,
 * one scenario a file. Begin at {@link io.lamplighter.simulator.reports.ReportedCloud}.
 */
@NullMarked
package io.lamplighter.simulator.reports;

import org.jspecify.annotations.NullMarked;
