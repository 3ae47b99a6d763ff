package io.lamplighter.simulator.lab.model;

/**
 * How agents report.
 *
 * @param period seconds from report to report, above 0
 * @param delay longest time a report travels, seconds; each takes its own time below that, so that one may overtake another
 * @param loss probability that a report does not arrive, 0..1
 * @param clockOffset how far the wall clocks of nodes are ahead of the balancers', seconds
 */
public record ReportPlan(double period, double delay, double loss, double clockOffset) {
    /** Once a second, over a good network, from good clocks. */
    public static final ReportPlan USUAL = new ReportPlan(1, 0.002, 0, 0);
}
