package io.lamplighter.balancer.watch;

import io.lamplighter.agent.report.LoadReport;

/**
 * A report that was believed.
 *
 * @param report what it said
 * @param arrivedNs when it arrived, by the balancer's steady clock: its age is judged by this alone, because the sender's
 *     date jumps when somebody sets the clock
 */
public record HeardReport(LoadReport report, long arrivedNs) {}
