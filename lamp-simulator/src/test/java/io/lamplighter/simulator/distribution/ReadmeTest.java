package io.lamplighter.simulator.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the README promises a newcomer: two commands that work, and links that lead somewhere. */
class ReadmeTest {

    private static final Path README = Repository.file("README.md");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");

    @Test
    void theFirstBlockRunsTheDemoAndTheSecondTheTests() throws IOException {
        List<String> blocks = MarkdownBlocks.of(Files.readString(README));

        assertThat(blocks)
                .startsWith(
                        "mvn -q -DskipTests package && lamp-simulator/target/lamplighter/bin/lampsim demo",
                        "mvn verify");
    }

    @Test
    void everyLinkIntoTheCheckoutLeadsToSomething() throws IOException {
        List<String> targets = LINK.matcher(Files.readString(README))
                .results()
                .map(link -> link.group(1))
                .filter(target -> !URI.create(target).isAbsolute() && !target.startsWith("#"))
                .toList();

        assertThat(targets)
                .isNotEmpty()
                .allSatisfy(target ->
                        assertThat(Repository.file(target.split("#", 2)[0])).exists());
    }
}
