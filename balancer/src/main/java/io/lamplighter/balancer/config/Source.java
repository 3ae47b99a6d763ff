package io.lamplighter.balancer.config;

/**
 * Where in the configuration something was written.
 *
 * @param file path of the file as the user named it, or the command-line option it came from
 * @param line line number, from 1; 0 for a value that stands in no file, such as a default
 */
public record Source(String file, int line) {
    /** No place at all: a fault of the whole configuration. */
    public static final Source NONE = new Source("", 0);

    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line;
    }
}
