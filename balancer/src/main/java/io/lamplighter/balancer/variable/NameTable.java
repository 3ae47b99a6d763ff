package io.lamplighter.balancer.variable;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What names of hosts stand for, by nginx's rules: the exact name first, then the longest {@code *.example.com}, then the
 * longest {@code www.example.*}. {@code .example.com} is the name itself and all below it. Case does not count.
 *
 * <p>A lookup costs a hash for each label of the name.
 *
 * <p>Threads: built by one, then read by any.
 */
public final class NameTable<V> {
    private final Map<String, V> exact = new HashMap<>();
    /** By what follows the star and its dot. */
    private final Map<String, V> below = new HashMap<>();
    /** By what precedes the dot and the star. */
    private final Map<String, V> begun = new HashMap<>();

    /** What came of adding a name. */
    public enum Added {
        DONE,
        /** The same name stands there already; it stays what it was. */
        CONFLICT,
        /** It has a star in a place where it means nothing, or two dots in a row. */
        INVALID
    }

    /** Adds a name that stands for itself, whatever stars it has. */
    public Added addExact(String name, V value) {
        return put(exact, Octets.lowerCase(name), value);
    }

    /** Adds a name or a wildcard. */
    public Added add(String name, V value) {
        String lower = Octets.lowerCase(name);
        if (lower.indexOf('\0') >= 0 || lower.contains("..") || lower.equals(".")) {
            return Added.INVALID;
        }
        if (lower.startsWith("*.") && lower.length() > 2) {
            return hasStar(lower.substring(2)) ? Added.INVALID : put(below, lower.substring(2), value);
        }
        if (lower.startsWith(".")) {
            return hasStar(lower) ? Added.INVALID : addBoth(lower.substring(1), value);
        }
        if (lower.endsWith(".*") && lower.length() > 2) {
            String head = lower.substring(0, lower.length() - 2);
            return hasStar(head) ? Added.INVALID : put(begun, head, value);
        }
        return hasStar(lower) ? Added.INVALID : put(exact, lower, value);
    }

    private Added addBoth(String name, V value) {
        Added added = put(exact, name, value);
        return added == Added.DONE ? put(below, name, value) : added;
    }

    private static boolean hasStar(String name) {
        return name.indexOf('*') >= 0;
    }

    private static <V> Added put(Map<String, V> table, String name, V value) {
        return table.putIfAbsent(name, value) == null ? Added.DONE : Added.CONFLICT;
    }

    /** What {@code name} stands for; null if nothing fits. */
    public @Nullable V find(String name) {
        String lower = Octets.lowerCase(name);
        V found = exact.get(lower);
        if (found == null && !below.isEmpty()) {
            found = findBelow(lower);
        }
        return found == null && !begun.isEmpty() ? findBegun(lower) : found;
    }

    private @Nullable V findBelow(String lower) {
        for (int dot = lower.indexOf('.'); dot >= 0; dot = lower.indexOf('.', dot + 1)) {
            V found = dot > 0 ? below.get(lower.substring(dot + 1)) : null;
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable V findBegun(String lower) {
        for (int dot = lower.lastIndexOf('.'); dot > 0; dot = lower.lastIndexOf('.', dot - 1)) {
            V found = dot < lower.length() - 1 ? begun.get(lower.substring(0, dot)) : null;
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
