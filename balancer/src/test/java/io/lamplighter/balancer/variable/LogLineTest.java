package io.lamplighter.balancer.variable;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.variable.LogLine.Escape;
import io.lamplighter.balancer.variable.Template.Literal;
import io.lamplighter.balancer.variable.Template.Reference;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LogLineTest {
    @Test
    void aDefaultLogStaysOneLineWithItsQuotesIntact() {
        assertThat(rendered(Escape.DEFAULT, "a\"b\\c\nd\te\u007Ff~")).isEqualTo("\"a\\x22b\\x5Cc\\x0Ad\\x09e\\x7Ff~\"");
        assertThat(rendered(Escape.DEFAULT, Octets.of("hä\uD83D\uDE00\"")))
                .isEqualTo("\"h\\xC3\\xA4\\xF0\\x9F\\x98\\x80\\x22\"");
    }

    @Test
    void aLackOfAValueIsADashAndAnEmptyValueIsNothing() {
        assertThat(rendered(Escape.DEFAULT, null)).isEqualTo("\"-\"");
        assertThat(rendered(Escape.DEFAULT, "")).isEqualTo("\"\"");
        assertThat(rendered(Escape.JSON, null)).isEqualTo("\"\"");
        assertThat(rendered(Escape.NONE, null)).isEqualTo("\"\"");
    }

    @Test
    void binaryValuesAreWrittenByteByByte() {
        assertThat(rendered(Escape.DEFAULT, "\u007F\u0000\u0001\u00FFA")).isEqualTo("\"\\x7F\\x00\\x01\\xFFA\"");
    }

    @Test
    void jsonIsEscapedAsJson() {
        assertThat(rendered(Escape.JSON, "a\"b\\c\n\r\t\b\f\u0001\u001Fä\u007F"))
                .isEqualTo("\"a\\\"b\\\\c\\n\\r\\t\\b\\f\\u0001\\u001Fä\u007F\"");
    }

    @Test
    void withoutEscapingValuesStayAsTheyAre() {
        assertThat(rendered(Escape.NONE, "a\"\n")).isEqualTo("\"a\"\n\"");
    }

    @Test
    void literalTextIsNeverEscaped() {
        LogLine line = new LogLine(Template.literal("\"\n"), Escape.DEFAULT);
        assertThat(line.render(FixedValues.always(""))).isEqualTo("\"\n");
    }

    @Property
    void noValueBreaksOutOfADefaultLine(@ForAll @CharRange(from = 0, to = 255) String value) {
        String line = rendered(Escape.DEFAULT, value);
        assertThat(line.substring(1, line.length() - 1)).matches("([ !#-\\[\\]-~]|\\\\x[0-9A-F]{2})*");
    }

    private static String rendered(Escape escape, @Nullable String value) {
        Template template = new Template(List.of(new Literal("\""), new Reference(BuiltIn.NODE), new Literal("\"")));
        return new LogLine(template, escape).render(FixedValues.always(value));
    }
}
