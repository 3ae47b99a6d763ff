package io.lamplighter.simulator.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where scenarios come from: those that are built in, and files. */
public final class Scenarios {
    private static final List<String> BUILT_IN = List.of(
            "steady",
            "dusk",
            "power-cut",
            "node-lost",
            "slow-reader",
            "half-open",
            "short-connections",
            "held",
            "nat-rebind",
            "come-and-go");

    private Scenarios() {}

    /** Names of the ones that need no file. */
    public static List<String> builtIn() {
        return BUILT_IN;
    }

    /**
     * Reads a scenario.
     *
     * @param nameOrFile a built-in one's name, or a file
     * @param settings {@code key=value} each, which override what it says
     * @throws IOException when its file cannot be read
     * @throws ScenarioException when there is none, or it cannot be understood; the message says what there is
     */
    public static Scenario read(String nameOrFile, List<String> settings) throws IOException, ScenarioException {
        boolean isBuiltIn = BUILT_IN.contains(nameOrFile);
        String name = isBuiltIn ? nameOrFile : nameOf(Path.of(nameOrFile));
        return new ScenarioReader(name)
                .read(nameOrFile, text(nameOrFile).lines().toList(), settings);
    }

    private static String nameOf(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(".scenario") ? name.substring(0, name.length() - ".scenario".length()) : name;
    }

    /** The text of a scenario, as a beginning for one's own. */
    public static String text(String nameOrFile) throws IOException, ScenarioException {
        return BUILT_IN.contains(nameOrFile) ? builtInText(nameOrFile) : fileText(Path.of(nameOrFile));
    }

    private static String builtInText(String name) throws IOException {
        try (InputStream text = Scenarios.class.getResourceAsStream(name + ".scenario")) {
            if (text == null) {
                throw new IOException("the scenario " + name + " is missing from this build");
            }
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String fileText(Path file) throws IOException, ScenarioException {
        if (!Files.isRegularFile(file)) {
            throw new ScenarioException(List.of(
                    "there is no scenario and no file \"" + file + "\"; scenarios are " + String.join(", ", BUILT_IN)));
        }
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new IOException(file + " is no text in UTF-8", e);
        }
    }
}
