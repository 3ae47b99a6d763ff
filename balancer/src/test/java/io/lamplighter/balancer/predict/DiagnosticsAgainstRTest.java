package io.lamplighter.balancer.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Correlogram, Ljung–Box and KPSS of every series, against R. */
class DiagnosticsAgainstRTest {
    private static final double RELATIVE = 1e-9;

    /** Also of correlations near 0: R's own rounding shows where a series hardly varies. */
    private static final double CORRELATION = 1e-7;

    static List<Named<JsonNode>> rows() {
        List<Named<JsonNode>> rows = new ArrayList<>();
        Golden.read("diagnostics.json")
                .forEach(row -> rows.add(Named.of(row.get("series").asText(), row)));
        return rows;
    }

    @ParameterizedTest
    @MethodSource("rows")
    void autocorrelationsAndPartialAutocorrelationsAreThoseOfR(JsonNode row) {
        double[] autocorrelations = Golden.array(row.get("acf"));
        double[] partial = Golden.array(row.get("pacf"));
        Correlogram correlogram = Correlogram.of(Golden.series(row), autocorrelations.length);
        for (int lag = 1; lag <= autocorrelations.length; lag++) {
            compare(correlogram.autocorrelation(lag), autocorrelations[lag - 1], CORRELATION);
            compare(correlogram.partialAutocorrelation(lag), partial[lag - 1], CORRELATION);
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void ljungBoxStatisticsAndProbabilitiesAreThoseOfR(JsonNode row) {
        double[] series = Golden.series(row);
        for (int i = 0; i < row.get("ljungBoxLags").size(); i++) {
            LjungBox test = LjungBox.of(series, row.get("ljungBoxLags").get(i).asInt(), 0);
            compare(test.statistic(), number(row.get("ljungBoxStat").get(i)), RELATIVE);
            compare(test.pValue(), number(row.get("ljungBoxP").get(i)), 1e-8);
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theResidualsOfAFittedAutoregressionAreTestedAsInR(JsonNode row) {
        Arima.fit(Golden.series(row), new Order(1, 0, 0, true)).ifPresent(model -> {
            double[] residuals = IntStream.range(0, model.residuals())
                    .mapToDouble(model::residual)
                    .toArray();
            for (int i = 0; i < row.get("ar1MlResidLjungBoxLags").size(); i++) {
                LjungBox test = LjungBox.of(
                        residuals, row.get("ar1MlResidLjungBoxLags").get(i).asInt(), 1);
                // R fits to the precision of its defaults here.
                compare(
                        test.pValue(),
                        number(row.get("ar1MlResidLjungBoxP_fitdf1").get(i)),
                        0.05);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("rows")
    void kpssStatisticsAndTheOrderOfDifferencingAreThoseOfR(JsonNode row) {
        double[] series = Golden.series(row);
        for (int d = 0; d <= 2; d++) {
            double statistic = Kpss.levelStatistic(Differences.of(series, d));
            compare(statistic, number(row.get("kpssMu").get(d)), RELATIVE);
        }
        assertThat(Kpss.differences(series, 2)).isEqualTo(row.get("ndiffs").asInt());
    }

    private static double number(JsonNode value) {
        return value.isNull() ? Double.NaN : value.asDouble();
    }

    /** What R could not compute is not compared. Near 0 an error counts as if the value were 1e-3. */
    private static void compare(double value, double expected, double relative) {
        if (!Double.isNaN(expected)) {
            assertThat(value).isCloseTo(expected, within(relative * Math.max(1e-3, Math.abs(expected))));
        }
    }

    @Test
    void whiteNoiseStaysInTheBandAndAnAutoregressionLeavesIt() {
        Correlogram noise = Correlogram.of(Golden.series("lognormal_100"), 3);
        Correlogram autoregression = Correlogram.of(Golden.series("ar1_100"), 3);

        assertThat(noise.band()).isCloseTo(0.196, within(1e-4));
        assertThat(noise.autoregressiveOrder(3)).isZero();
        assertThat(noise.movingAverageOrder(3)).isZero();
        assertThat(autoregression.autoregressiveOrder(3)).isEqualTo(1);
        assertThat(autoregression.movingAverageOrder(2)).isEqualTo(2);
    }

    @Test
    void aConstantSeriesHasNoCorrelationAndKeepsItsLevel() {
        double[] constant = new double[30];
        Arrays.fill(constant, 0.1);

        assertThat(Correlogram.of(constant, 2).autocorrelation(1)).isBetween(-1.0, 1.0);
        assertThat(LjungBox.of(new double[30], 5, 0).pValue()).isEqualTo(1);
        assertThat(Kpss.differences(constant, 2)).isZero();
    }
}
