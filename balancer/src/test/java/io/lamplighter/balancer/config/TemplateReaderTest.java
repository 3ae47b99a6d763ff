package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.variable.BuiltIn;
import io.lamplighter.balancer.variable.FixedValues;
import io.lamplighter.balancer.variable.Octets;
import io.lamplighter.balancer.variable.Template;
import io.lamplighter.balancer.variable.Template.Group;
import io.lamplighter.balancer.variable.Template.Literal;
import io.lamplighter.balancer.variable.Template.Reference;
import io.lamplighter.balancer.variable.Tlv;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TemplateReaderTest {
    private final Diagnostics diagnostics = new Diagnostics();
    private final TemplateReader reader = new TemplateReader(diagnostics);

    @Test
    void namesEndWhereNoLetterOrDigitFollowsAndBracesEndThemSooner() {
        assertThat(parse("a$status-${status}5$STATUS.", "$pid").parts())
                .containsExactly(
                        new Literal("a"),
                        new Reference(BuiltIn.STATUS),
                        new Literal("-"),
                        new Reference(BuiltIn.STATUS),
                        new Literal("5"),
                        new Reference(BuiltIn.STATUS),
                        new Literal("."),
                        new Reference(BuiltIn.PID));
        assertThat(diagnostics.faults()).isEmpty();
    }

    @Test
    void wordsAreJoinedWithoutAnythingBetween() {
        assertThat(parse("one ", "two").constant()).contains("one two");
    }

    @Test
    void textBecomesItsBytes() {
        assertThat(parse("ä").constant()).contains(Octets.of("ä")).contains("\u00C3\u00A4");
    }

    @Test
    void oneDigitIsAGroupWhateverFollows() {
        assertThat(parse("$12${3}").parts()).containsExactly(new Group(1), new Literal("2"), new Group(3));
        parse("$0");
        assertThat(faults()).containsExactly("unknown \"0\" variable");
    }

    @Test
    void valuesOfProxyProtocolHeadersHaveNamesOrNumbers() {
        assertThat(parse("$proxy_protocol_tlv_alpn$proxy_protocol_tlv_0x000Ae$proxy_protocol_tlv_ssl_0x3")
                        .parts())
                .containsExactly(
                        new Reference(new Tlv(1, false)),
                        new Reference(new Tlv(0xAE, false)),
                        new Reference(new Tlv(3, true)));
        parse("$proxy_protocol_tlv_alpin");
        assertThat(faults()).singleElement().asString().contains("proxy_protocol_tlv_alpin", "authority");
    }

    @Test
    void whatIsNoVariableIsAFaultAtItsPlace() {
        parse("$");
        parse("a${b");
        parse("$nobody$nobody");
        assertThat(faults())
                .containsExactly(
                        "invalid variable name in \"$\"",
                        "the closing bracket in \"b\" variable is missing",
                        "unknown \"nobody\" variable");
    }

    @Test
    void aVariableMayBeUsedAboveTheLineThatDefinesIt() {
        parse("$Later");
        assertThat(reader.define(word("$later"))).isPresent();
        assertThat(faults()).isEmpty();
    }

    @Test
    void aVariableOfOursGivesWayToOneThatALineDefines() {
        Template both = parse("$node $end_reason");
        reader.define(word("$node")).orElseThrow().define(session -> "mine", false);
        assertThat(faults()).isEmpty();
        assertThat(both.expand(FixedValues.always("ours"))).isEqualTo("mine ours");
    }

    @Test
    void variablesThatEverySessionHasCannotBeDefined() {
        assertThat(reader.define(word("$Remote_Addr"))).isEmpty();
        assertThat(reader.define(word("remote"))).isEmpty();
        assertThat(faults())
                .containsExactly(
                        "the duplicate \"Remote_Addr\" variable: every session has one of that name",
                        "invalid variable name \"remote\", it must be a \"$\" and a name");
    }

    private List<String> faults() {
        reader.checkDefined();
        return diagnostics.faults().stream().map(Fault::message).toList();
    }

    private Template parse(String... words) {
        return reader.parse(Stream.of(words).map(this::word).toList());
    }

    private Word word(String text) {
        return new Word(text, new Source("f", 1), diagnostics.nextOrder());
    }
}
