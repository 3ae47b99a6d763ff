package io.lamplighter.balancer.variable;

import org.jspecify.annotations.Nullable;

/**
 * A variable that the configuration defines: by a table, by {@code set}, or by a named group of a regular expression. It is
 * known by name before its definition is read, because it may be used above the block that defines it.
 */
public final class Defined implements Variable {
    /** What the value of a variable comes from; null for no value. */
    @FunctionalInterface
    public interface Definition {
        @Nullable
        String evaluate(Values session);
    }

    private static final Definition NOTHING = session -> null;

    private final Definitions owner;
    private final String name;
    private final int index;
    private Definition definition = NOTHING;
    private boolean isVolatile;

    Defined(Definitions owner, String name, int index) {
        this.owner = owner;
        this.name = name;
        this.index = index;
    }

    /** In lower case. */
    public String name() {
        return name;
    }

    /** Where its value is kept in the sessions of this configuration. */
    int index() {
        return index;
    }

    Definitions owner() {
        return owner;
    }

    /** Completes it while the configuration is read. */
    public void define(Definition newDefinition, boolean newVolatile) {
        definition = newDefinition;
        isVolatile = newVolatile;
    }

    boolean isVolatile() {
        return isVolatile;
    }

    @Nullable
    String evaluate(Values session) {
        return definition.evaluate(session);
    }

    @Override
    public @Nullable String value(Values session) {
        return session.defined(this);
    }
}
