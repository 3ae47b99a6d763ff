package io.lamplighter.balancer.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LadderTest {
    private static final double[] AUTOREGRESSION = Golden.series("ar1_100");

    @Test
    void aUsableModelStandsOnTop() {
        Optional<Arima> chosen = Arima.fit(AUTOREGRESSION, new Order(2, 0, 0, true));

        Ladder ladder = Ladder.descend(chosen, AUTOREGRESSION).orElseThrow();
        assertThat(ladder.rung()).isEqualTo(Rung.ARIMA);
        assertThat(ladder.model()).isSameAs(chosen.orElseThrow());
    }

    @Test
    void withoutOneTheFirstAutoregressionServes() {
        Ladder ladder = Ladder.descend(Optional.empty(), AUTOREGRESSION).orElseThrow();

        assertThat(ladder.rung()).isEqualTo(Rung.AR1_MEAN);
        assertThat(ladder.model().order()).hasToString("(1,0,0)+mean");
    }

    @Test
    void aModelWithARootNextToTheUnitCircleIsNotUsable() {
        // Differences of white noise: the moving average's root is on the circle.
        Optional<Arima> overdifferenced = Arima.fit(Golden.series("lognormal_100"), new Order(0, 1, 1, false));

        assertThat(overdifferenced.orElseThrow().isUsable()).isFalse();
        assertThat(Ladder.descend(overdifferenced, Golden.series("lognormal_100"))
                        .orElseThrow()
                        .rung())
                .isEqualTo(Rung.AR1_MEAN);
    }

    @Test
    void aSeriesThatWandersIsSmoothedWhereItsAutoregressionIsNextToTheUnitCircle() {
        Random random = new Random(1);
        double[] wandering = new double[1_000];
        for (int t = 1; t < 1_000; t++) {
            wandering[t] = wandering[t - 1] + random.nextGaussian();
        }
        Ladder ladder = Ladder.descend(Optional.empty(), wandering).orElseThrow();

        assertThat(ladder.rung()).isEqualTo(Rung.IMA11);
        assertThat(ladder.model().order()).hasToString("(0,1,1)");
    }

    @Test
    void theMeanIsTheLowestRung() {
        double[] constant = new double[40];
        Arrays.fill(constant, 7);
        Ladder ladder = Ladder.descend(Optional.empty(), constant).orElseThrow();

        assertThat(ladder.rung()).isEqualTo(Rung.MEAN);
        assertThat(ladder.model().forecast(1).value(1)).isCloseTo(7, within(1e-12));
    }

    @Test
    void belowItIsNothing() {
        double[] huge = new Random(1).doubles(40, 0, Double.MAX_VALUE).toArray();

        assertThat(Ladder.descend(Optional.empty(), huge)).isEmpty();
    }
}
