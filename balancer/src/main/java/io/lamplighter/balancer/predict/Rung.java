package io.lamplighter.balancer.predict;

/** Where on the ladder from the best model to none a {@link Forecaster} stands, best first. */
public enum Rung {
    /** The ARIMA model whose order the data chose. */
    ARIMA,
    /** (1,0,0) with a mean: the chosen model could not be used. */
    AR1_MEAN,
    /** (0,1,1) without a constant, which is simple exponential smoothing. */
    IMA11,
    /** The mean: too few values for a model, or none could be used. */
    MEAN,
    /** No forecast: there are no values. */
    NONE
}
