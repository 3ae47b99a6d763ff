package io.lamplighter.balancer.config;

/**
 * A word of the configuration and its place.
 *
 * @param text the word without quotes and escapes
 * @param source where it begins
 * @param order running number over all files in the order in which they are read; messages are listed by it, whichever
 *     pass found them
 */
record Word(String text, Source source, int order) {
    /** The part after {@code key=}, as a word of its own. */
    Word after(String key) {
        return new Word(text.substring(key.length()), source, order);
    }
}
