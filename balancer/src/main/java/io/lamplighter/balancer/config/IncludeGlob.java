package io.lamplighter.balancer.config;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/**
 * File names with {@code *}, {@code ?} and {@code [...]}, as {@code glob(3)} reads them. Java's own globs differ: to them
 * {@code ?(x)}, braces and {@code **} are special, and a leading dot is not.
 */
final class IncludeGlob {
    private static final Pattern MAGIC = Pattern.compile("[*?\\[]");

    private IncludeGlob() {}

    static boolean isGlob(String pattern) {
        return MAGIC.matcher(pattern).find();
    }

    /**
     * The existing files that match, sorted; none is no error.
     *
     * @throws IOException when a directory exists and cannot be read
     */
    static List<Path> expand(Path pattern) throws IOException {
        Path absolute = pattern.toAbsolutePath();
        List<Path> found = List.of(absolute.getRoot());
        for (Path component : absolute) {
            found = step(found, component.toString());
        }
        return found;
    }

    private static List<Path> step(List<Path> directories, String component) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path directory : directories) {
            if (isGlob(component)) {
                found.addAll(matching(directory, component));
            } else if (Files.exists(directory.resolve(component))) {
                found.add(directory.resolve(component));
            }
        }
        return found;
    }

    private static List<Path> matching(Path directory, String component) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        Pattern pattern = compile(component);
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                boolean isHidden = name.startsWith(".") && !component.startsWith(".");
                if (!isHidden && pattern.matcher(name).matches()) {
                    found.add(entry);
                }
            }
        }
        Collections.sort(found);
        return found;
    }

    private static Pattern compile(String component) {
        StringBuilder regex = new StringBuilder();
        int i = 0;
        while (i < component.length()) {
            char c = component.charAt(i++);
            if (c == '*') {
                regex.append(".*");
            } else if (c == '?') {
                regex.append('.');
            } else if (c == '[' && closingBracket(component, i) > 0) {
                int end = closingBracket(component, i);
                regex.append(characterClass(component.substring(i, end)));
                i = end + 1;
            } else {
                boolean isEscape = c == '\\' && i < component.length();
                regex.append(Pattern.quote(Character.toString(isEscape ? component.charAt(i++) : c)));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    /** Where the set that begins at {@code from} ends, or -1; a {@code ]} in the first place belongs to the set. */
    private static int closingBracket(String component, int from) {
        int first = from < component.length() && isNegation(component.charAt(from)) ? from + 1 : from;
        return component.indexOf(']', first + 1);
    }

    private static String characterClass(String set) {
        boolean isNegated = isNegation(set.charAt(0));
        String members = isNegated ? set.substring(1) : set;
        StringBuilder ranges = new StringBuilder();
        for (int i = 0; i < members.length(); i++) {
            char low = members.charAt(i);
            boolean isRange = i + 2 < members.length() && members.charAt(i + 1) == '-';
            char high = isRange ? members.charAt(i + 2) : low;
            // A range that runs backwards holds nothing; Java would not compile it.
            if (low <= high) {
                ranges.append("\\x{%x}-\\x{%x}".formatted((int) low, (int) high));
            }
            i += isRange ? 2 : 0;
        }
        if (ranges.isEmpty()) {
            return isNegated ? "." : "(?!)";
        }
        return (isNegated ? "[^" : "[") + ranges + "]";
    }

    private static boolean isNegation(char c) {
        return c == '!' || c == '^';
    }
}
