package io.lamplighter.balancer.variable;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The variables that one configuration defines. */
public final class Definitions {
    private final Map<String, Defined> byName = new HashMap<>();

    /** The variable of that name, in either case; a new one if there was none. */
    public Defined named(String name) {
        return byName.computeIfAbsent(lower(name), lower -> new Defined(this, lower, byName.size()));
    }

    public Optional<Defined> find(String name) {
        return Optional.ofNullable(byName.get(lower(name)));
    }

    int size() {
        return byName.size();
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
