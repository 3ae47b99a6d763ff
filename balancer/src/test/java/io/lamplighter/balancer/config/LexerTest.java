package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.Lexer.Kind;
import io.lamplighter.balancer.config.Lexer.Token;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LexerTest {
    private final Diagnostics diagnostics = new Diagnostics();

    /** The results are those of nginx 1.22, read out of its message "duplicate upstream". */
    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            quoteCharacter = '`',
            value = {
                "a\\\"b => a\"b",
                "\"a b;{}#c\" => a b;{}#c",
                "a\\;b => a\\;b",
                "a\\ b => a\\ b",
                "\"back\\\\slash\" => back\\slash",
                "\"\\d\\.\" => \\d\\.",
                "${x}y => ${x}y",
                "a${x} => a${x}",
                "${{a} => ${{a}",
                "'a\"b' => a\"b",
                "\"a'b\" => a'b",
                "a#b => a#b",
                "a\"b\"c => a\"b\"c",
                "\"$\" => $",
                "a} => a}",
            })
    void aWordIsWhatNginxMakesOfIt(String text, String expected) {
        assertThat(words(text + ";")).containsExactly(expected);
        assertThat(diagnostics.faults()).isEmpty();
    }

    @Test
    void escapesOfBlanksBecomeBlanks() {
        assertThat(words("\"a\\tb\\rc\\nd\";")).containsExactly("a\tb\rc\nd");
    }

    @Test
    void aQuotedSemicolonDoesNotEndADirective() {
        assertThat(kinds("a 'b;c';")).containsExactly(Kind.WORD, Kind.WORD, Kind.SEMICOLON, Kind.END);
    }

    @Test
    void aDollarKeepsOnlyTheNextBraceInTheWord() {
        assertThat(kinds("$x{")).containsExactly(Kind.WORD, Kind.OPEN, Kind.END);
        assertThat(kinds("${x}{")).containsExactly(Kind.WORD, Kind.OPEN, Kind.END);
        assertThat(kinds("$\\{{")).containsExactly(Kind.WORD, Kind.OPEN, Kind.END);
    }

    @Test
    void anEmptyWordNeedsQuotes() {
        assertThat(words("a \"\" '';")).containsExactly("a", "", "");
    }

    @Test
    void aClosingParenthesisMayFollowAQuote() {
        assertThat(words("\"a\")b;")).containsExactly("a", ")b");
        assertThat(diagnostics.faults()).isEmpty();
    }

    @Test
    void anythingElseMayNot() {
        assertThat(words("\"a\"b 'c''d';")).containsExactly("a", "b", "c", "d");
        assertThat(messages()).containsExactly("unexpected \"b\" in f:1", "unexpected \"'\" in f:1");
    }

    @Test
    void commentsEndWithTheirLine() {
        assertThat(words("# one; {\n a # two }\n b;#three")).containsExactly("a", "b");
    }

    @Test
    void wordsKnowTheLineInWhichTheyBegin() {
        List<Token> tokens = tokens("a\n'b\n\nc' d\\\ne\r\nf;");
        assertThat(tokens)
                .filteredOn(token -> token.kind() == Kind.WORD)
                .extracting(token -> token.word().source().line())
                .containsExactly(1, 2, 4, 6);
    }

    @Test
    void carriageReturnsAreBlanks() {
        assertThat(words("a\r\n\tb;\r\n")).containsExactly("a", "b");
    }

    @Test
    void aByteOrderMarkAtTheStartOfAFileIsPassedOver() {
        assertThat(words("\uFEFFa;")).containsExactly("a");
        assertThat(diagnostics.faults()).isEmpty();
    }

    @Test
    void charactersThatCannotBeSeenAreNamed() {
        words("ok;\n  \u00A0listen x\u200By a\u0000b c\u001Bd \uFFFD \uFEFF;");
        assertThat(messages())
                .containsExactly(
                        "unexpected character U+00A0 (NO-BREAK SPACE) in column 3 in f:2",
                        "unexpected character U+200B (ZERO WIDTH SPACE) in column 12 in f:2",
                        "unexpected character U+0000 (NULL) in column 16 in f:2",
                        "unexpected character U+001B (ESCAPE) in column 20 in f:2",
                        "unexpected character U+FFFD (or a byte that is not UTF-8) in column 23 in f:2",
                        "unexpected character U+FEFF (ZERO WIDTH NO-BREAK SPACE) in column 25 in f:2");
    }

    @Test
    void quotesMayHoldThemButNotZeroAndNotBrokenBytes() {
        words("'a\u00A0\u200B' 'b\u0000' 'c\uFFFD';");
        assertThat(messages()).hasSize(2);
    }

    @Test
    void commentsMayHoldAnything() {
        assertThat(words("# \u0000 \uFFFD \u00A0\na;")).containsExactly("a");
        assertThat(diagnostics.faults()).isEmpty();
    }

    @Test
    void aLostQuoteIsReportedWhereItBegins() {
        words("a;\nb 'c\nd");
        assertThat(messages()).containsExactly("unexpected end of file, missing terminating \"'\" character in f:2");
    }

    @Test
    void aBackslashAtTheEndIsAWord() {
        assertThat(words("a \\")).containsExactly("a", "\\");
    }

    private List<String> words(String text) {
        return tokens(text).stream()
                .filter(token -> token.kind() == Kind.WORD)
                .map(token -> token.word().text())
                .toList();
    }

    private List<Kind> kinds(String text) {
        return tokens(text).stream().map(Token::kind).toList();
    }

    private List<Token> tokens(String text) {
        Lexer lexer = new Lexer(text, new Source("f", 1), diagnostics);
        List<Token> tokens = new ArrayList<>();
        do {
            tokens.add(lexer.next());
        } while (tokens.get(tokens.size() - 1).kind() != Kind.END);
        return tokens;
    }

    private List<String> messages() {
        return diagnostics.faults().stream()
                .map(fault -> fault.message() + " in " + fault.source())
                .toList();
    }
}
