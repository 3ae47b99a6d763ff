package io.lamplighter.simulator.lab.model;

/** What is measured of a run. */
public enum Metric {
    MEAN("mean", "ms"),
    P95("p95", "ms"),
    P99("p99", "ms"),
    MAKESPAN("makespan", "s"),
    /** Standard deviation over the nodes of the utilisation of their cores in a window of time, averaged over the windows. */
    IMBALANCE("imbalance", "points"),
    /** Of the exchanges begun. */
    FAILED("failed", "%"),
    /** Lamps that were there when the first of them met a failure. */
    HELD("held", "lamps"),
    /** Mean absolute error of the one-step forecast of response times. */
    FORECAST_MAE("MAE", "ms"),
    /** The same relative to the response times. */
    FORECAST_MAPE("MAPE", "%");

    private final String title;
    private final String unit;

    Metric(String title, String unit) {
        this.title = title;
        this.unit = unit;
    }

    /** Head of a column. */
    public String title() {
        return title;
    }

    public String unit() {
        return unit;
    }
}
