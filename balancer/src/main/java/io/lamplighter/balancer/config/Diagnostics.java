package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Fault.Severity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects what is wrong with a configuration while it is read, so that a user sees everything at once. A message is kept
 * once per line however many passes or servers stumble over it, and all are listed in the order of the files.
 *
 * <p>Threads: used by the one thread that loads.
 */
final class Diagnostics {
    /** nginx cuts its messages at this length, characters; so a whole file behind a lost quote does not end up in a log. */
    private static final int MESSAGE_LIMIT = 1024;

    private final Map<Fault, Integer> orders = new LinkedHashMap<>();
    private int words;
    private boolean isSyntaxBroken;

    /** The number of the next word that is read. */
    int nextOrder() {
        return words++;
    }

    void fault(Word at, String message) {
        add(Severity.EMERG, at.source(), at.order(), message);
    }

    /** A fault that stands in no file. */
    void fault(String message) {
        add(Severity.EMERG, Source.NONE, words, message);
    }

    /** A fault of the text itself: what is missing afterwards may only seem to be. */
    void syntaxFault(Source source, String message) {
        isSyntaxBroken = true;
        add(Severity.EMERG, source, nextOrder(), message);
    }

    void warn(Word at, String message) {
        add(Severity.WARN, at.source(), at.order(), message);
    }

    /** Whether braces, quotes or semicolons were wrong anywhere. */
    boolean isSyntaxBroken() {
        return isSyntaxBroken;
    }

    List<Fault> faults() {
        return ofSeverity(Severity.EMERG);
    }

    List<Fault> warnings() {
        return ofSeverity(Severity.WARN);
    }

    private List<Fault> ofSeverity(Severity severity) {
        return orders.entrySet().stream()
                .filter(entry -> entry.getKey().severity() == severity)
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    private void add(Severity severity, Source source, int order, String message) {
        orders.putIfAbsent(new Fault(severity, source, onOneLine(message)), order);
    }

    private static String onOneLine(String message) {
        StringBuilder line = new StringBuilder();
        message.codePoints().limit(MESSAGE_LIMIT).forEach(c -> {
            if (Character.isISOControl(c)) {
                line.append("\\x%02X".formatted(c));
            } else {
                line.appendCodePoint(c);
            }
        });
        return line.toString();
    }
}
