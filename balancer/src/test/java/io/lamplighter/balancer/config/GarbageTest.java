package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.Lexer.Token;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.junit.jupiter.api.Test;

/** Whatever the text: a configuration or faults, never an exception. */
class GarbageTest {
    private static final List<String> PIECES = Stream.concat(
                    Arrays.stream(Directive.values()).map(directive -> directive.word() + " "),
                    Stream.of(
                            "{ ",
                            "{ ",
                            "} ",
                            "} ",
                            ";",
                            ";\n",
                            ";\n",
                            ";\n",
                            "\"",
                            "'",
                            "#",
                            "\\",
                            "$",
                            "${",
                            " ",
                            "\n",
                            "on",
                            "off",
                            "1",
                            "10s",
                            "127.0.0.1:1",
                            "[::1]:2",
                            "*:5",
                            "udp",
                            "weight=1",
                            "backup",
                            "cpu=.5",
                            "/",
                            "..",
                            "*",
                            "[",
                            "test.conf",
                            "stderr",
                            "u",
                            "$remote_addr",
                            "escape=json",
                            "-1",
                            "\u00A0",
                            "\u0000"))
            .toList();

    private static Path directory = Path.of("");

    @BeforeContainer
    static void makeDirectory() throws IOException {
        directory = Files.createTempDirectory("garbage");
    }

    @AfterContainer
    static void removeDirectory() throws IOException {
        Files.deleteIfExists(directory.resolve("test.conf"));
        Files.deleteIfExists(directory);
    }

    @Property(tries = 300)
    void anyBytesGiveFaultsOrAConfiguration(@ForAll byte[] bytes) throws IOException {
        Files.write(directory.resolve("test.conf"), bytes);
        requireAnswer(TestConfig.loader().load(Path.of("test.conf"), directory, "", Optional.empty()));
    }

    @Property(tries = 500)
    void anyMixOfWordsOfTheLanguageGivesFaultsOrAConfiguration(@ForAll("nearlyConfigs") String text) {
        requireAnswer(TestConfig.load(directory, text));
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void anyDamageToAGoodConfigurationGivesFaultsOrAConfiguration(@ForAll("damaged") String text) {
        requireAnswer(TestConfig.load(directory, text));
    }

    @Property(tries = 300)
    void anyMixInTheOptionGGivesFaultsOrAConfiguration(@ForAll("nearlyConfigs") String text) {
        requireAnswer(TestConfig.load(directory, "stream { server { listen 1; proxy_pass 10.0.0.1:1; } }", text));
    }

    @Property
    void quotingAWordKeepsIt(@ForAll("quotable") String word) {
        String escaped = word.replace("\\", "\\\\").replace("\"", "\\\"").replace("'", "\\'");
        assertThat(onlyWord("\"" + escaped + "\"")).isEqualTo(word);
        assertThat(onlyWord("'" + escaped + "'")).isEqualTo(word);
    }

    @Test
    void tenThousandOpenBlocksAreNoTroubleForTheStack() throws IOException {
        Path deep = Files.createTempDirectory("deep");
        LoadResult result = TestConfig.load(deep, "stream { ".repeat(10_000));
        requireAnswer(result);
        Files.delete(deep.resolve("test.conf"));
        Files.delete(deep);
    }

    @Provide
    Arbitrary<String> nearlyConfigs() {
        return Arbitraries.of(PIECES).list().ofMaxSize(60).map(words -> String.join("", words));
    }

    /** A good configuration in which a few words are replaced by others. */
    @Provide
    Arbitrary<String> damaged() {
        List<String> words = List.of(WholeConfigTest.FULL.split("(?<=[ ;{}\n])", -1));
        Arbitrary<Integer> place = Arbitraries.integers().between(0, words.size() - 1);
        Arbitrary<Map<Integer, String>> changes =
                Arbitraries.maps(place, Arbitraries.of(PIECES)).ofMinSize(1).ofMaxSize(4);
        return changes.map(changed -> {
            List<String> text = new ArrayList<>(words);
            changed.forEach(text::set);
            return String.join("", text);
        });
    }

    /** Everything but the two characters that no word can hold. */
    @Provide
    Arbitrary<String> quotable() {
        return Arbitraries.strings()
                .filter(word -> word.indexOf('\0') < 0 && word.indexOf('\uFFFD') < 0)
                .filter(word -> word.codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF));
    }

    private static String onlyWord(String text) {
        Diagnostics diagnostics = new Diagnostics();
        Token token = new Lexer(text, new Source("f", 1), diagnostics).next();
        assertThat(diagnostics.faults()).isEmpty();
        return token.word().text();
    }

    private static void requireAnswer(LoadResult result) {
        if (result instanceof LoadResult.Refused refused) {
            assertThat(refused.faults())
                    .isNotEmpty()
                    .allSatisfy(fault -> assertThat(fault.toString()).doesNotContain("\n"));
        } else {
            assertThat(((LoadResult.Loaded) result).config()).isNotNull();
        }
    }
}
