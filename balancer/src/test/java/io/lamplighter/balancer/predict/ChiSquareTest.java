package io.lamplighter.balancer.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChiSquareTest {
    /** 5 % and 0.1 % points from tables; the others follow from exp and erfc. */
    @ParameterizedTest
    @CsvSource({
        "3.841458820694124, 1, 0.05",
        "5.991464547107979, 2, 0.05",
        "7.814727903251179, 3, 0.05",
        "18.307038053275146, 10, 0.05",
        "31.410432844230918, 20, 0.05",
        "10.827566170662733, 1, 0.001",
        "29.58829844507442, 10, 0.001",
        "0.001, 1, 0.9747728793699604",
        "8, 1, 0.004677734981047266",
        "200, 2, 3.720075976020836e-44",
        "0, 3, 1"
    })
    void theTailIsThatOfTheTables(double x, int degrees, double tail) {
        assertThat(LjungBox.chiSquareTail(x, degrees)).isCloseTo(tail, within(1e-12 * Math.max(tail, 1e-3)));
    }

    /** Where the series hands over to the continued fraction, at x = 8 for one degree, both must agree. */
    @ParameterizedTest
    @CsvSource({"1", "3", "5"})
    void theTwoWaysMeet(int degrees) {
        double below = LjungBox.chiSquareTail(Math.nextDown(8.0), degrees);
        double above = LjungBox.chiSquareTail(Math.nextUp(8.0), degrees);

        assertThat(below).isCloseTo(above, within(1e-13 * above));
    }
}
