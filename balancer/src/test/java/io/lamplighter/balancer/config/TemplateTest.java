package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.Template.Escape;
import io.lamplighter.balancer.config.Template.Literal;
import io.lamplighter.balancer.config.Template.Reference;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TemplateTest {
    private final Diagnostics diagnostics = new Diagnostics();

    @Test
    void namesEndWhereNoLetterOrDigitFollowsAndBracesEndThemSooner() {
        assertThat(parse("a$status-${status}5$STATUS.", "$pid").parts())
                .containsExactly(
                        new Literal("a"),
                        new Reference(Variable.STATUS),
                        new Literal("-"),
                        new Reference(Variable.STATUS),
                        new Literal("5"),
                        new Reference(Variable.STATUS),
                        new Literal("."),
                        new Reference(Variable.PID));
        assertThat(diagnostics.faults()).isEmpty();
    }

    @Test
    void wordsAreJoinedWithoutAnythingBetween() {
        assertThat(parse("one ", "two").parts()).containsExactly(new Literal("one two"));
    }

    @Test
    void aDefaultLogStaysOneLineWithItsQuotesIntact() {
        assertThat(rendered(Escape.DEFAULT, "a\"b\\c\nd\te\u007Ff~")).isEqualTo("\"a\\x22b\\x5Cc\\x0Ad\\x09e\\x7Ff~\"");
        assertThat(rendered(Escape.DEFAULT, "häß\uD83D\uDE00\""))
                .isEqualTo("\"h\\xC3\\xA4\\xC3\\x9F\\xF0\\x9F\\x98\\x80\\x22\"");
        assertThat(rendered(Escape.DEFAULT, "")).isEqualTo("\"-\"");
    }

    @Test
    void aBinaryAddressIsWrittenByteByByte() {
        Template template = new Template(List.of(new Reference(Variable.BINARY_REMOTE_ADDR)), Escape.DEFAULT);
        assertThat(template.render(variable -> "\u007F\u0000\u0001\u00FFA")).isEqualTo("\\x7F\\x00\\x01\\xFFA");
    }

    @Test
    void jsonIsEscapedAsJson() {
        assertThat(rendered(Escape.JSON, "a\"b\\c\n\r\t\b\f\u0001\u001Fä\u007F"))
                .isEqualTo("\"a\\\"b\\\\c\\n\\r\\t\\b\\f\\u0001\\u001Fä\u007F\"");
        assertThat(rendered(Escape.JSON, "")).isEqualTo("\"\"");
    }

    @Test
    void withoutEscapingValuesStayAsTheyAre() {
        assertThat(rendered(Escape.NONE, "a\"\n")).isEqualTo("\"a\"\n\"");
        assertThat(rendered(Escape.NONE, "")).isEqualTo("\"\"");
    }

    @Test
    void literalTextIsNeverEscaped() {
        assertThat(new Template(List.of(new Literal("\"\n")), Escape.DEFAULT).render(variable -> ""))
                .isEqualTo("\"\n");
    }

    @Test
    void expandingLeavesEmptyValuesEmpty() {
        Template key = new Template(List.of(new Reference(Variable.NODE), new Literal("/")), Escape.DEFAULT);
        assertThat(key.expand(variable -> "")).isEqualTo("/");
        assertThat(key.expand(variable -> "\n")).isEqualTo("\n/");
    }

    @Property
    void noValueBreaksOutOfADefaultLine(@ForAll String value) {
        String line = rendered(Escape.DEFAULT, value);
        assertThat(line.substring(1, line.length() - 1)).matches("([ !#-\\[\\]-~]|\\\\x[0-9A-F]{2})*");
    }

    private static String rendered(Escape escape, String value) {
        Template template =
                new Template(List.of(new Literal("\""), new Reference(Variable.NODE), new Literal("\"")), escape);
        return template.render(variable -> value);
    }

    private Template parse(String... words) {
        List<Word> all = List.of(words).stream()
                .map(word -> new Word(word, new Source("f", 1), diagnostics.nextOrder()))
                .toList();
        return new TemplateParser(diagnostics).parse(all, Escape.DEFAULT);
    }
}
