package io.lamplighter.balancer.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** What the rest is built from, against R and against itself. */
class PrimitivesTest {
    private static final JsonNode GOLDEN = Golden.read("primitives.json");

    @Test
    void psiWeightsAreThoseOfR() {
        for (JsonNode row : GOLDEN.get("armaToMa")) {
            double[] weights = new double[11];
            ArmaProcess.psiWeights(Golden.array(row.get("ar")), withOne(Golden.array(row.get("ma"))), weights);

            assertThat(weights[0]).isEqualTo(1);
            assertThat(Arrays.copyOfRange(weights, 1, 11)).containsExactly(Golden.array(row.get("psi")), within(1e-11));
        }
    }

    @Test
    void theoreticalAutocorrelationsAreThoseOfR() {
        for (JsonNode row : GOLDEN.get("armaAcf")) {
            double[] ar = Golden.array(row.get("ar"));
            double[] ma = Golden.array(row.get("ma"));
            double[] partial = new double[ar.length];
            assertThat(Stationarity.partials(ar, partial)).isTrue();
            ArmaProcess process = new ArmaProcess(ar.length, ma.length);
            process.set(partial, ma, 0);
            for (int lag = 0; lag <= process.r; lag++) {
                assertThat(process.covariance[lag] / process.covariance[0])
                        .isCloseTo(row.get("acf0to10").get(lag).asDouble(), within(1e-11));
            }
        }
    }

    @Test
    void coefficientsFromPartialAutocorrelationsAreThoseOfR() {
        for (JsonNode row : GOLDEN.get("partialToAr")) {
            double[] partial = Golden.array(row.get("partial"));
            double[] ar = new double[partial.length];
            Stationarity.coefficients(partial, ar);

            assertThat(ar).containsExactly(Golden.array(row.get("ar")), within(1e-12));
        }
    }

    @Test
    void yuleWalkerFitsAndForecastsAreThoseOfR() {
        for (JsonNode row : GOLDEN.get("yuleWalker")) {
            double[] series = Golden.series(row);
            YuleWalker fit = YuleWalker.fit(series, 3);
            double scale = Math.sqrt(fit.variance());

            assertThat(new double[] {fit.ar(1), fit.ar(2), fit.ar(3)})
                    .containsExactly(Golden.array(row.get("ar")), within(1e-9));
            assertThat(fit.variance() / row.get("varPred").asDouble()).isCloseTo(1, within(1e-9));
            double[] extended = Arrays.copyOf(series, series.length + 5);
            for (int h = 0; h < 5; h++) {
                int t = series.length + h;
                extended[t] = fit.forecast(extended, t);
                assertThat(extended[t]).isCloseTo(row.get("forecast").get(h).asDouble(), within(1e-9 * scale));
            }
        }
    }

    @Test
    void theWorkedExampleOfTheDesignComesOut() {
        double[] series = {10, 12, 11, 13, 12, 14, 13, 15, 14, 16};
        YuleWalker fit = YuleWalker.fit(series, 1);

        assertThat(fit.mean()).isCloseTo(13, within(1e-12));
        assertThat(fit.ar(1)).isCloseTo(0.3, within(1e-12));
        assertThat(fit.forecast(series, series.length)).isCloseTo(13.9, within(1e-12));
    }

    @Property
    void partialAutocorrelationsAndCoefficientsAreOneToOne(@ForAll("partials") double[] partial) {
        double[] ar = new double[partial.length];
        double[] back = new double[partial.length];
        Stationarity.coefficients(partial, ar);

        assertThat(Stationarity.partials(ar, back)).isTrue();
        assertThat(back).containsExactly(partial, within(1e-9));
    }

    @Test
    void onlyRootsOutsideTheCircleAreStationary() {
        assertThat(Stationarity.hasRootsBeyond(1, new double[] {0.999})).isTrue();
        assertThat(Stationarity.hasRootsBeyond(1, new double[] {1})).isFalse();
        assertThat(Stationarity.hasRootsBeyond(1, new double[] {0.5, 0.6})).isFalse();
        assertThat(Stationarity.hasRootsBeyond(1.01, new double[] {0.985})).isTrue();
        assertThat(Stationarity.hasRootsBeyond(1.01, new double[] {0.995})).isFalse();
        assertThat(Stationarity.hasRootsBeyond(1, new double[] {Double.NaN})).isFalse();
    }

    /** The mirrored moving average has its roots outside, and the autocorrelations of the old one. */
    @Property
    void mirroringTheRootsOfAMovingAverageKeepsItsAutocorrelations(@ForAll("movingAverages") double[] ma) {
        double[] mirrored = MovingAverage.invertible(ma);

        double[] negated = Arrays.stream(mirrored).map(c -> -c).toArray();
        assertThat(Stationarity.hasRootsBeyond(1 - 1e-6, negated)).isTrue();
        for (int lag = 1; lag <= 3; lag++) {
            assertThat(autocorrelation(mirrored, lag)).isCloseTo(autocorrelation(ma, lag), within(1e-7));
        }
    }

    private static double autocorrelation(double[] ma, int lag) {
        double[] weights = withOne(ma);
        double sum = 0;
        double square = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += i + lag < weights.length ? weights[i] * weights[i + lag] : 0;
            square += weights[i] * weights[i];
        }
        return sum / square;
    }

    private static double[] withOne(double[] ma) {
        double[] weights = new double[ma.length + 1];
        weights[0] = 1;
        System.arraycopy(ma, 0, weights, 1, ma.length);
        return weights;
    }

    /** The filter's likelihood is the multivariate normal one, whatever the coefficients. */
    @Property(tries = 200)
    void theFilterComputesTheDenseLikelihood(
            @ForAll("partials") double[] partial, @ForAll("movingAverages") double[] ma, @ForAll long seed) {
        double[] ar = new double[partial.length];
        Stationarity.coefficients(partial, ar);
        double[] series = new Random(seed).doubles(40, -1, 1).toArray();
        Arima model = Arima.of(series, 0, ar, ma, 0).orElseThrow();

        assertThat(model.logLikelihood()).isCloseTo(DenseLikelihood.logLikelihood(series, ar, ma), within(1e-6));
    }

    @Provide
    Arbitrary<double[]> partials() {
        return coefficients(0.98);
    }

    @Provide
    Arbitrary<double[]> movingAverages() {
        return coefficients(3);
    }

    private static Arbitrary<double[]> coefficients(double greatest) {
        return Arbitraries.doubles()
                .between(-greatest, greatest)
                .ofScale(4)
                .array(double[].class)
                .ofMaxSize(3);
    }
}
