package io.lamplighter.balancer.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ModellerTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final double[] first = Golden.series("ar1_50");
    private final double[] other = Golden.series("randomwalk_50");
    private final Modeller modeller = new Modeller(50);
    private final Order identified = order(first, 50, 0);

    private Order order(double[] series, int newValues, long nowNs) {
        return modeller.fit(series, newValues, nowNs).orElseThrow().model().order();
    }

    @Test
    void anOrderIsKeptUntilHalfOfTheWindowIsNew() {
        Order direct = OrderSearch.stepwise(other, 2, 2).orElseThrow().order();

        assertThat(identified).isNotEqualTo(direct);
        // Residuals may be correlated, which is another reason: the coefficients are new, the order is not.
        assertThat(order(first, 24, 2 * SECOND)).isEqualTo(identified);
        assertThat(order(other, 1, 3 * SECOND)).isEqualTo(direct);
    }

    @Test
    void anOrderIsKeptForASecondAtLeast() {
        assertThat(order(other, 50, SECOND - 1)).isIn(identified, new Order(1, 0, 0, true), new Order(0, 1, 1, false));
        assertThat(order(other, 0, SECOND))
                .isEqualTo(OrderSearch.stepwise(other, 2, 2).orElseThrow().order());
    }

    @Test
    void correlatedResidualsHaveTheOrderLookedForAgain() {
        double[] periodic = Golden.series("periodic_50");
        Arima kept = Arima.fit(periodic, identified).orElseThrow();
        assertThat(kept.ljungBox().pValue()).isLessThan(0.05);

        assertThat(order(periodic, 10, SECOND / 2)).isEqualTo(identified);
        assertThat(order(periodic, 1, 2 * SECOND))
                .isNotEqualTo(identified)
                .isEqualTo(OrderSearch.stepwise(periodic, 2, 2).orElseThrow().order());
    }

    @Test
    void theCoefficientsFollowWhileTheOrderIsKept() {
        double[] moved = first.clone();
        System.arraycopy(first, 5, moved, 0, 45);
        System.arraycopy(first, 0, moved, 45, 5);
        Arima before = modeller.fit(first, 0, 1).orElseThrow().model();
        Arima after = modeller.fit(moved, 5, 2).orElseThrow().model();

        assertThat(after.order()).isEqualTo(before.order());
        assertThat(after.ar(1)).isNotEqualTo(before.ar(1));
        assertThat(after.logLikelihood())
                .isGreaterThanOrEqualTo(
                        Arima.quickFit(moved, before.order()).orElseThrow().logLikelihood() - 1e-4);
    }
}
