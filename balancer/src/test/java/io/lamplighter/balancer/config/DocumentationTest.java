package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.variable.BuiltIn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code docs/configuration.md} says what the tables in the code say, no more and no less. */
class DocumentationTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "configuration.md");

    /** A heading, the three facts below it, and the paragraph that follows. */
    private static final Pattern ENTRY = Pattern.compile(
            "^### `(?<name>[^`]+)`\\n\\n- \\*\\*Syntax:\\*\\* `(?<syntax>[^`]+)`\\n- \\*\\*Default:\\*\\* (?<default>.+)\\n"
                    + "- \\*\\*Context:\\*\\* (?<context>.+)\\n\\n(?<meaning>(?:.+\\n)+)",
            Pattern.MULTILINE);

    private static final Pattern VARIABLE = Pattern.compile("^\\| `\\$(\\w+)` \\| (.+) \\|$", Pattern.MULTILINE);

    /** What is documented of a directive. */
    private record Entry(String name, String syntax, String byDefault, String context, String meaning) {
        static Entry of(Directive directive) {
            return new Entry(
                    directive.word(),
                    directive.syntax(),
                    directive
                            .defaultArguments()
                            .map(arguments -> "`" + directive.word() + " " + arguments + ";`")
                            .orElse("none"),
                    directive.contexts().stream()
                            .map(context -> "`" + context.label() + "`")
                            .collect(Collectors.joining(", ")),
                    directive.meaning());
        }

        static Entry of(MatchResult result, String paragraph) {
            return new Entry(
                    result.group(1),
                    result.group(2),
                    result.group(3),
                    result.group(4),
                    paragraph.strip().replace("\n", " "));
        }
    }

    @Test
    void everyDirectiveIsDocumentedAsItIs() throws IOException {
        String text = Files.readString(DOCUMENT);
        List<Entry> documented = ENTRY.matcher(text)
                .results()
                .map(result -> Entry.of(result, result.group(5)))
                .toList();
        List<Entry> existing = Arrays.stream(Directive.values()).map(Entry::of).toList();
        assertThat(documented).containsExactlyElementsOf(existing);
    }

    @Test
    void noHeadingOfADirectiveLacksItsFacts() throws IOException {
        String text = Files.readString(DOCUMENT);
        long headings = text.lines().filter(line -> line.startsWith("### ")).count();
        assertThat(ENTRY.matcher(text).results().count()).isEqualTo(headings);
    }

    @Test
    void everyVariableIsDocumentedAsItIs() throws IOException {
        List<String> documented = VARIABLE.matcher(Files.readString(DOCUMENT))
                .results()
                .map(result -> result.group(1) + ": " + result.group(2))
                .toList();
        List<String> existing = Arrays.stream(BuiltIn.values())
                .map(variable -> variable.lowerName() + ": " + variable.meaning())
                .toList();
        assertThat(documented).containsExactlyElementsOf(existing);
    }
}
