package io.lamplighter.simulator.lab.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** A file of comma-separated values, RFC 4180 but for the lines, which end with a line feed. */
public final class Csv {
    private final StringBuilder text = new StringBuilder();

    public Csv(String... heads) {
        add(heads);
    }

    /** Adds a line. */
    public void add(String... cells) {
        text.append(Arrays.stream(cells).map(Csv::quoted).collect(Collectors.joining(",", "", "\n")));
    }

    private static String quoted(String cell) {
        return cell.matches("[^\",\r\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }

    public void write(Path file) throws IOException {
        Files.writeString(file, text);
    }
}
