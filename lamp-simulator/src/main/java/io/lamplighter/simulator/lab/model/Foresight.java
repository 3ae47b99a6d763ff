package io.lamplighter.simulator.lab.model;

import io.lamplighter.balancer.predict.Forecaster;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Forecasts response times as {@code arima} does, for methods that do not: with the balancer's forecaster, the last 50 responses of
 * each node and the last 100 of all of them.
 */
final class Foresight {
    private static final int NODE_WINDOW = 50;
    private static final int GROUP_WINDOW = 100;
    private static final long MAX_AGE_NS = TimeUnit.SECONDS.toNanos(60);

    private final List<Forecaster> nodes = new ArrayList<>();
    private final Forecaster group = new Forecaster(GROUP_WINDOW, MAX_AGE_NS);

    Foresight(int size) {
        for (int i = 0; i < size; i++) {
            nodes.add(new Forecaster(NODE_WINDOW, MAX_AGE_NS));
        }
    }

    void took(int node, double tookMs, long nowNs) {
        add(nodes.get(node), tookMs, nowNs);
        add(group, tookMs, nowNs);
    }

    private static void add(Forecaster series, double tookMs, long nowNs) {
        series.add(tookMs, nowNs);
        if (series.isRefitDue(nowNs)) {
            series.refit(nowNs);
        }
    }

    double predictedMs(int node, long nowNs) {
        return nodes.get(node).forecast(nowNs);
    }

    double thresholdMs(long nowNs) {
        return group.forecast(nowNs);
    }
}
