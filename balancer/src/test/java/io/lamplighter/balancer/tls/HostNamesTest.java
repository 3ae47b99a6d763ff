package io.lamplighter.balancer.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.X509Certificate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which hosts a certificate is good for. */
class HostNamesTest {
    private static final X509Certificate NAMED = TestPki.elliptic("cn.test")
            .named("one.test", "*.wild.test", "*.test", "10.0.0.1", "::1")
            .selfSigned()
            .certificate();
    private static final X509Certificate UNNAMED =
            TestPki.elliptic("cn.test").selfSigned().certificate();

    @ParameterizedTest
    @CsvSource({
        "one.test, true",
        "ONE.Test, true",
        "two.one.test, false",
        "a.wild.test, true",
        "a.b.wild.test, false",
        "wild.test, false",
        ".wild.test, false",
        "two.test, false",
        "10.0.0.1, true",
        "10.0.0.2, false",
        "::1, true",
        "0:0:0:0:0:0:0:1, true",
        "cn.test, false"
    })
    void alternativeNamesCountAndThenTheCommonNameDoesNot(String host, boolean isGood) {
        assertThat(HostNames.includes(NAMED, host)).isEqualTo(isGood);
    }

    @ParameterizedTest
    @CsvSource({"cn.test, true", "Cn.test, true", "x.cn.test, false", "'', false"})
    void theCommonNameCountsWhereThereIsNoOther(String host, boolean isGood) {
        assertThat(HostNames.includes(UNNAMED, host)).isEqualTo(isGood);
    }
}
