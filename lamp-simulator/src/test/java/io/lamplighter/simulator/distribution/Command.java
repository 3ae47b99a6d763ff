package io.lamplighter.simulator.distribution;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program run to its end with exactly the environment given, so that a test does not depend on the machine's own. */
record Command(List<String> words, Map<String, String> environment, Path directory) {

    private static final int TIME_LIMIT_S = 120;

    /** What came of it. */
    record Result(long pid, int exitCode, String output, String errors) {

        List<String> lines() {
            return output.lines().toList();
        }
    }

    Result run() throws IOException, InterruptedException {
        File output = File.createTempFile("command", ".out");
        File errors = File.createTempFile("command", ".err");
        try {
            ProcessBuilder builder = new ProcessBuilder(words)
                    .directory(directory.toFile())
                    .redirectOutput(output)
                    .redirectError(errors);
            builder.environment().clear();
            builder.environment().putAll(environment);
            Process process = builder.start();
            if (!process.waitFor(TIME_LIMIT_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(words + " did not end within " + TIME_LIMIT_S + " s");
            }
            return new Result(
                    process.pid(),
                    process.exitValue(),
                    Files.readString(output.toPath()),
                    Files.readString(errors.toPath()));
        } finally {
            Files.delete(output.toPath());
            Files.delete(errors.toPath());
        }
    }

    static Command of(Path program, List<String> arguments, Map<String, String> environment, Path directory) {
        List<String> words = new ArrayList<>(List.of(program.toString()));
        words.addAll(arguments);
        return new Command(List.copyOf(words), Map.copyOf(environment), directory);
    }

    /** A directory for PATH that lends these of the system's tools and no others. */
    static Path toolBox(Path directory, List<String> tools) throws IOException {
        for (String tool : tools) {
            script(directory.resolve(tool), "#!/bin/sh\nexec " + findTool(tool) + " \"$@\"\n");
        }
        return directory;
    }

    private static Path findTool(String name) {
        return Stream.of("/usr/bin", "/bin")
                .map(bin -> Path.of(bin, name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is on every POSIX system"));
    }

    /** Writes an executable script. */
    static Path script(Path file, String text) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
