package io.lamplighter.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Options from a file, for those that the command line does not give: lines of {@code name = value}, the names being the
 * options' without their dashes. Empty lines and lines that begin with {@code #} are skipped. Options that may be given
 * several times may have several lines; switches are {@code on} or {@code off}.
 *
 * <p>The file is read as a whole: each fault is named with file and line, the value that was found and what was expected.
 */
final class ConfigFile implements IDefaultValueProvider {
    /** They say what to do now, which is a matter of the command line. */
    private static final Set<String> NOT_IN_FILES = Set.of("config", "help", "version", "print", "once");

    private static final Set<String> YES = Set.of("on", "true", "yes");
    private static final Set<String> NO = Set.of("off", "false", "no");

    private final Path file;
    private final CommandLine probe;
    private final Map<String, OptionSpec> known = new HashMap<>();
    private final Map<String, Integer> lineOfName = new HashMap<>();
    private final Map<String, String> values = new HashMap<>();
    private final List<String> faults = new ArrayList<>();

    private ConfigFile(Path file, CommandLine probe) {
        this.file = file;
        this.probe = probe;
        for (OptionSpec option : probe.getCommandSpec().options()) {
            String name = option.longestName().substring("--".length());
            if (!NOT_IN_FILES.contains(name)) {
                known.put(name, option);
            }
        }
    }

    /**
     * Reads and checks a file.
     *
     * @param probes makes a command line that values can be tried on
     * @throws IOException when the file cannot be read, or with every fault in it, one a line
     */
    static ConfigFile read(Path file, Supplier<CommandLine> probes) throws IOException {
        ConfigFile config = new ConfigFile(file, probes.get());
        int lineNumber = 0;
        // Latin-1 reads any byte: comments may be in any encoding, and a foreign byte in a value gets its line.
        for (String line :
                Files.readString(file, StandardCharsets.ISO_8859_1).lines().toList()) {
            lineNumber++;
            String text = line.strip();
            if (!text.isEmpty() && !text.startsWith("#")) {
                config.take(text, lineNumber);
            }
        }
        if (!config.faults.isEmpty()) {
            throw new IOException(String.join(System.lineSeparator(), config.faults));
        }
        return config;
    }

    private void take(String text, int lineNumber) {
        int equals = text.indexOf('=');
        if (equals < 0) {
            fault(lineNumber, "expected \"name = value\", found \"" + text + "\"");
            return;
        }
        String name = text.substring(0, equals).strip();
        String value = text.substring(equals + 1).strip();
        OptionSpec option = known.get(name);
        if (option == null) {
            fault(lineNumber, "expected one of " + new TreeSet<>(known.keySet()) + ", found \"" + name + "\"");
        } else if (value.isEmpty()) {
            fault(lineNumber, name + ": expected a value, found nothing");
        } else if (value.contains(" #")) {
            fault(lineNumber, name + ": expected a comment on a line of its own, found \"" + value + "\"");
        } else if (lineOfName.containsKey(name) && !option.isMultiValue()) {
            fault(lineNumber, name + ": expected once, found again after line " + lineOfName.get(name));
        } else {
            lineOfName.put(name, lineNumber);
            keep(option, name, value, lineNumber);
        }
    }

    private void keep(OptionSpec option, String name, String value, int lineNumber) {
        String meant = value;
        if (option.arity().max() == 0) {
            if (!YES.contains(value) && !NO.contains(value)) {
                fault(lineNumber, name + ": expected on or off, found \"" + value + "\"");
                return;
            }
            meant = String.valueOf(YES.contains(value));
        }
        try {
            probe.parseArgs("--" + name + "=" + meant);
        } catch (ParameterException e) {
            fault(lineNumber, name + ": " + expectation(e.getMessage()));
            return;
        }
        values.merge(name, meant, (before, another) -> before + option.splitRegex() + another);
    }

    /** What our converters say, without the words that picocli puts before it. */
    private static String expectation(String message) {
        int begin = message.indexOf("expected ");
        return begin < 0 ? message : message.substring(begin);
    }

    private void fault(int lineNumber, String what) {
        faults.add(file + ":" + lineNumber + ": " + what);
    }

    @Override
    public String defaultValue(ArgSpec argument) {
        return argument instanceof OptionSpec option
                ? values.get(option.longestName().substring("--".length()))
                : null;
    }
}
