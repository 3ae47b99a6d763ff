package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.variable.BuiltIn;
import io.lamplighter.balancer.variable.FixedValues;
import io.lamplighter.balancer.variable.Values;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code map}, {@code geo}, {@code split_clients} and {@code set}, from text to values. */
class VariableBlocksTest {
    @TempDir
    Path directory;

    private final Map<BuiltIn, String> session = new HashMap<>();
    private String blocks = "";

    private String value(String text) {
        return template(text).expand(values());
    }

    private io.lamplighter.balancer.variable.Template template(String text) {
        BalancerConfig config = TestConfig.config(
                directory, "stream { " + blocks + " server { listen 1; return '" + text + "'; set $unset x; } }");
        return ((Content.Return) config.stream().servers().get(0).content()).text();
    }

    private Values values() {
        return new FixedValues(session::get);
    }

    @Test
    void aMapLooksForTheTextThenTheExpressionsThenTheDefault() {
        blocks = """
                map $server_port/$protocol $m {
                    80/TCP one;
                    ~^8(?<rest>.*)/ "two $rest $1 ${protocol}";
                    ~*tcp three;
                    default "none of $server_port";
                    \\~x four;
                }""";
        session.put(BuiltIn.PROTOCOL, "TCP");
        assertThat(mapped("80")).isEqualTo("one");
        assertThat(mapped("8")).isEqualTo("two   TCP");
        assertThat(mapped("8123")).isEqualTo("two 123 123 TCP");
        assertThat(mapped("9")).isEqualTo("three");
        session.put(BuiltIn.PROTOCOL, "UDP");
        assertThat(mapped("9")).isEqualTo("none of 9");
    }

    private String mapped(String port) {
        session.put(BuiltIn.SERVER_PORT, port);
        return value("$m");
    }

    @Test
    void aMapWithoutDefaultIsEmptyAndIgnoresCase() {
        blocks = "map $server_port $m { A b; \\\\default c; }";
        assertThat(mapped("a")).isEqualTo("b");
        assertThat(mapped("default")).isEqualTo("c");
        assertThat(mapped("x")).isEmpty();
    }

    @Test
    void hostNamesHaveWildcardsAndADotAtTheEnd() {
        blocks = "map $server_port $m { hostnames; *.a.test wild; .b.test both; www.* begun; a.test exact; }";
        assertThat(mapped("x.A.test.")).isEqualTo("wild");
        assertThat(mapped("b.test")).isEqualTo("both");
        assertThat(mapped("www.org")).isEqualTo("begun");
        assertThat(mapped("a.test")).isEqualTo("exact");
    }

    @Test
    void linesOfAMapMayStandInAnotherFile() {
        TestConfig.write(directory, "more/lines", "1 one;\n2 two;");
        blocks = "map $server_port $m { include more/*; default none; }";
        assertThat(mapped("2")).isEqualTo("two");
    }

    @Test
    void aValueIsKeptUnlessItIsVolatile() {
        blocks =
                "map $server_port $kept { default $server_port; } map $server_port $fresh { volatile; default $server_port; }";
        var both = template("$kept $fresh");
        Values values = values();
        session.put(BuiltIn.SERVER_PORT, "1");
        assertThat(both.expand(values)).isEqualTo("1 1");
        session.put(BuiltIn.SERVER_PORT, "2");
        assertThat(both.expand(values)).isEqualTo("1 2");
    }

    @Test
    void variablesThatNeedThemselvesHaveNoValue() {
        blocks = "map $b $a { default x$b; } map $a $b { default y$a; }";
        assertThat(value("$a")).startsWith("xyxy").hasSizeLessThan(200);
    }

    @Test
    void geoKnowsNetworksRangesIncludesAndWhatIsDeleted() {
        TestConfig.write(
                directory, "ranges", "10.0.0.0-10.0.0.9 low;\n10.0.0.10-10.0.0.19 high;\n10.0.0.5-10.0.0.5 five;");
        blocks = """
                geo $g { default far; 10.0.0.0/8 near; 10.1.0.0/16 nearer; 10.1.0.0/16 nearest; 10.2.0.0/16 gone;
                         delete 10.2.0.0/16; ::1 self; }
                geo $server_addr $r { ranges; default out; include ranges; delete 10.0.0.10-10.0.0.19; }""";
        session.put(BuiltIn.SERVER_ADDR, "10.0.0.5");
        assertThat(at("10.1.2.3")).isEqualTo("nearest five");
        assertThat(at("10.2.0.1")).isEqualTo("near five");
        session.put(BuiltIn.SERVER_ADDR, "10.0.0.11");
        assertThat(at("::1")).isEqualTo("self out");
        session.put(BuiltIn.SERVER_ADDR, "10.0.0.9");
        assertThat(at("unix:")).isEqualTo("far low");
    }

    private String at(String address) {
        session.put(BuiltIn.REMOTE_ADDR, address);
        return value("$g $r");
    }

    /** The shares are those of nginx, number for number: 12, 2 and 6 of the first twenty. */
    @Test
    void splitClientsGivesEachItsShare() {
        blocks = "split_clients $connection $s { 51.2% first; 10% second; * rest; }";
        Map<String, Integer> counts = new TreeMap<>();
        for (int i = 1; i <= 20; i++) {
            session.put(BuiltIn.CONNECTION, Integer.toString(i));
            counts.merge(value("$s"), 1, Integer::sum);
        }
        assertThat(counts).isEqualTo(Map.of("first", 12, "second", 2, "rest", 6));
    }

    @Test
    void withoutARestSomeGetNothing() {
        blocks = "split_clients $connection $s { 0.01% rare; }";
        session.put(BuiltIn.CONNECTION, "1");
        assertThat(value("<$s>")).isEqualTo("<>");
        blocks = "split_clients $connection $s { 50% a; 50% b; }";
        for (int i = 0; i < 100; i++) {
            session.put(BuiltIn.CONNECTION, Integer.toString(i));
            assertThat(value("$s")).matches("[ab]");
        }
    }

    @Test
    void aVariableThatNothingSetIsEmpty() {
        assertThat(value("<$unset>")).isEqualTo("<>");
    }
}
