package io.lamplighter.balancer.variable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expressions as people write them for PCRE, on octets. */
class RegexTest {
    private final Definitions definitions = new Definitions();
    private final Values session = FixedValues.always("");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "^a+$ | aaa | true",
                "^a.c$ | a\tc | true",
                "(?P<one>a)(?<two>b)(?'three'c)(?P=one)\\k<two>\\k{two}\\k'three' | abcabbc | true",
                "(a)(b)\\g{-1}\\g1\\2 | abbab | true",
                "(a)\\g{1}1 | aa1 | true",
                "^[[:alpha:]_]+[[:^digit:]]$ | ab_! | true",
                "^[]a]+$ | ]a] | true",
                "^[^]a]+$ | ]b | false",
                "^[a[b]+$ | [ab | true",
                "^[a&&b]+$ | &ab | true",
                "^\\Qa.b*\\E+$ | a.b** | true",
                "^[\\Q]^-\\E]+$ | -^] | true",
                "^x{2}y{,z$ | xxy{,z | true",
                "^{$ | { | true",
                "^\\p{N}+\\p{^N}$ | 12a | true",
                "(?i)LAMP(?-i:S) | lampS | true",
                "(?i)LAMP(?-i:S) | lamps | false",
                "^a(?# a comment)b$ | ab | true",
                "^(?>a+)a | aaa | false",
                "^a\\Nb$ | axb | true",
                "^(?:[ab])(?=c)(?!d) | bc | true",
            })
    void theyMatchWhatPcreWouldMatch(String pcre, String subject, boolean isMatch) {
        assertThat(find(pcre, false, subject)).isEqualTo(isMatch);
    }

    @Test
    void aLineFeedIsTheOnlyEndOfALine() {
        assertThat(find("^a.b$", false, "a\rb")).isTrue();
        assertThat(find("^a.b$", false, "a\u0085b")).isTrue();
        assertThat(find("^a.b$", false, "a\nb")).isFalse();
        assertThat(find("^a$", false, "a\n")).isTrue();
    }

    @Test
    void bytesAreMatchedAsTheyAre() {
        assertThat(find("^\\x00\\xff$", false, "\u0000\u00ff")).isTrue();
        assertThat(find("^ä$", false, Octets.of("ä"))).isTrue();
        assertThat(find("^..$", false, Octets.of("ä"))).as("two bytes").isTrue();
    }

    @Test
    void withoutRegardToCaseOnlyAsciiIsFolded() {
        assertThat(find("LÄMP", true, Octets.of("lÄmp"))).isTrue();
        assertThat(find("LÄMP", true, Octets.of("lämp"))).isFalse();
    }

    @Test
    void namedGroupsBecomeVariablesAndNumbersStay() {
        Regex regex = compile("(x)?(?<my_site>\\w+)\\.(?P<tld>\\w+)", false);
        assertThat(regex.find("lamps.example", session)).isTrue();
        assertThat(definitions.named("my_site").value(session)).isEqualTo("lamps");
        assertThat(definitions.named("TLD").value(session)).isEqualTo("example");
        assertThat(session.group(1)).isNull();
        assertThat(session.group(3)).isEqualTo("example");
        assertThat(session.group(4)).isNull();
    }

    @Test
    void whatDoesNotMatchLeavesTheGroupsOfTheLastMatch() {
        Regex regex = compile("(?<v>\\d+)", false);
        assertThat(regex.find("a7", session)).isTrue();
        assertThat(regex.find("none", session)).isFalse();
        assertThat(definitions.named("v").value(session)).isEqualTo("7");
        assertThat(session.group(1)).isEqualTo("7");
    }

    @Test
    void anExpressionThatNeedsMoreStackThanThereIsDoesNotMatch() {
        assertThat(find("^(a|b)*c$", false, "a".repeat(1_000_000) + "c")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a",
                "a)",
                "[a",
                "a\\",
                "(?R)",
                "(?1)(a)",
                "(?P>n)(?P<n>a)",
                "(?(1)a)",
                "(?|(a)|(b))",
                "a\\Kb",
                "(*UTF8)a",
                "a(*FAIL)",
                "(?U)a+",
                "\\k<none>",
                "(a)\\g{2}",
                "[[:lamps:]]",
                "*a"
            })
    void whatIsWrongOrCannotBeDoneIsRefused(String pcre) {
        assertThatThrownBy(() -> compile(pcre, false)).isInstanceOf(PatternSyntaxException.class);
    }

    private boolean find(String pcre, boolean ignoresCase, String subject) {
        return compile(pcre, ignoresCase).find(subject, session);
    }

    private Regex compile(String pcre, boolean ignoresCase) {
        return Regex.compile(pcre, ignoresCase, definitions::named);
    }
}
