package io.lamplighter.balancer.weigh;

/** {@code response_time}: the line through the last two response times, {@code max(0, last + (last - previous))}. */
final class TrendSeries implements ResponseSeries {
    private double last = Double.NaN;
    private double previous = Double.NaN;
    private long lastNs;
    private long previousNs;

    @Override
    public void add(double tookMs, long nowNs) {
        if (tookMs >= 0) { // what a clock that went back makes is no time
            previous = last;
            previousNs = lastNs;
            last = tookMs;
            lastNs = nowNs;
        }
    }

    @Override
    public double predictedMs(long nowNs) {
        dropOld(nowNs);
        return Double.isNaN(previous) ? last : Math.max(0, last + (last - previous));
    }

    @Override
    public double lastMs(long nowNs) {
        dropOld(nowNs);
        return last;
    }

    private void dropOld(long nowNs) {
        last = nowNs - lastNs > MAX_AGE_NS ? Double.NaN : last;
        previous = nowNs - previousNs > MAX_AGE_NS ? Double.NaN : previous;
    }

    @Override
    public int size() {
        return (Double.isNaN(last) ? 0 : 1) + (Double.isNaN(previous) ? 0 : 1);
    }
}
