package io.lamplighter.simulator.lab.model;

import java.util.Map;

/**
 * What came of a run.
 *
 * @param metrics what could be measured
 * @param recorder the counts behind them
 * @param forecasts what was expected of response times; empty where nobody looked
 */
public record Outcome(Map<Metric, Double> metrics, Recorder recorder, ForecastLog forecasts) {}
