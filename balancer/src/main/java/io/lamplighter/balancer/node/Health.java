package io.lamplighter.balancer.node;

/**
 * What passive health remembers of a node: the three numbers nginx keeps per peer (ngx_stream_upstream_round_robin.c),
 * as one immutable value, so that they change together in one compare-and-set. Times are milliseconds of the steady
 * clock, where nginx counts whole seconds; they are only ever subtracted, so their origin does not matter.
 *
 * @param fails failures since the last success that counted
 * @param accessedMs when the last failure happened
 * @param checkedMs when the last failure happened or, if later, when the last try after a quiet {@code fail_timeout} began
 */
record Health(int fails, long accessedMs, long checkedMs) {
    /** No failure to remember; the times mean nothing then. The only instance that nodes without trouble ever hold. */
    static final Health GOOD = new Health(0, 0, 0);

    boolean isGood() {
        return fails == 0;
    }

    boolean isDisabledBy(int maxFails) {
        return maxFails != 0 && fails >= maxFails;
    }

    /** Whether {@code fail_timeout} has passed since the last failure or try; the next try then counts as a probe. */
    boolean isProbeDue(long nowMs, long failTimeoutMs) {
        return nowMs - checkedMs > failTimeoutMs;
    }

    Health probedAt(long nowMs) {
        return new Health(fails, accessedMs, nowMs);
    }

    Health failedAt(long nowMs) {
        return new Health(fails == Integer.MAX_VALUE ? fails : fails + 1, nowMs, nowMs);
    }

    /** A success clears failures only when a probe began after the last of them: older sessions prove nothing. */
    boolean isClearedBySuccess() {
        return checkedMs - accessedMs > 0;
    }
}
