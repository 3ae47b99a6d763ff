package io.lamplighter.simulator.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the balancer of the demo chooses its nodes.
 *
 * @param directive as in a configuration, without the semicolon; {@value #ROUND_ROBIN}, which has no directive, too
 */
record DemoMethod(String directive) {
    private static final String ROUND_ROBIN = "round_robin";
    private static final String USUAL = "dynamic_weight";
    private static final Pattern USUAL_DIRECTIVE = Pattern.compile("\\b" + USUAL + "\\b[^;]*;");

    /** Whether every node is to get its part of the weights: other methods look at more than weights. */
    boolean keepsToWeights() {
        return directive.startsWith(USUAL) || directive.equals(ROUND_ROBIN);
    }

    /**
     * Makes a configuration with this method, with the key beside it.
     *
     * @param usual the configuration with the usual method
     * @param directory where to
     * @return the file
     */
    Path configure(Path usual, Path directory) throws IOException {
        String line = directive.equals(ROUND_ROBIN) ? "" : directive + ";";
        String text = USUAL_DIRECTIVE.matcher(Files.readString(usual)).replaceAll(Matcher.quoteReplacement(line));
        Files.copy(
                usual.resolveSibling(Demo.KEY_FILE),
                directory.resolve(Demo.KEY_FILE),
                StandardCopyOption.REPLACE_EXISTING);
        return Files.writeString(directory.resolve("balancer.conf"), text);
    }

    static DemoMethod usual() {
        return new DemoMethod(USUAL);
    }
}
