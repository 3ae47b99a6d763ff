package io.lamplighter.simulator.distribution;

import java.util.ArrayList;
import java.util.List;

/** The fenced code blocks of a Markdown text, in order, without their fences. */
final class MarkdownBlocks {

    private static final String FENCE = "```";

    private MarkdownBlocks() {}

    static List<String> of(String markdown) {
        List<String> blocks = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        boolean isInside = false;
        for (String line : markdown.lines().toList()) {
            if (line.startsWith(FENCE)) {
                if (isInside) {
                    blocks.add(String.join("\n", lines));
                }
                lines.clear();
                isInside = !isInside;
            } else if (isInside) {
                lines.add(line);
            }
        }
        return List.copyOf(blocks);
    }
}
