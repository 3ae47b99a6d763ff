package io.lamplighter.balancer.variable;

import java.util.regex.MatchResult;
import org.jspecify.annotations.Nullable;

/**
 * The values of one session's variables: evaluated when they are first asked for, and kept, unless a variable is volatile.
 * Nothing is allocated for it before a variable of the configuration is asked for.
 *
 * <p>Threads: the session's event loop.
 */
public abstract class Values {
    /** nginx's bound on variables that need each other. */
    private static final int MOST_DEEP = 100;

    /** Stands in the table for the lack of a value; no other string is the same object. */
    private static final String ABSENT = String.valueOf(new char[] {'-'});

    private @Nullable Definitions known;
    private @Nullable String @Nullable [] kept;
    private @Nullable MatchResult match;
    private int depth;

    /** What the session says of itself. */
    protected abstract @Nullable String builtIn(BuiltIn variable);

    /** What the PROXY protocol header of its client said. */
    protected abstract @Nullable String tlv(Tlv variable);

    @SuppressWarnings("ReferenceEquality") // ABSENT is an object, not a text
    @Nullable
    String defined(Defined variable) {
        if (variable.isVolatile() || !isKnown(variable)) {
            return evaluate(variable);
        }
        String value = kept[variable.index()];
        if (value == null) {
            value = evaluate(variable);
            kept[variable.index()] = value == null ? ABSENT : value;
        }
        return value == ABSENT ? null : value;
    }

    /** A session that outlives its configuration may meet variables of a newer one, which it does not keep. */
    @SuppressWarnings("ReferenceEquality") // a configuration's own object
    private boolean isKnown(Defined variable) {
        if (kept == null) {
            known = variable.owner();
            kept = new String[known.size()];
        }
        return variable.owner() == known;
    }

    private @Nullable String evaluate(Defined variable) {
        if (depth == MOST_DEEP) {
            return null;
        }
        depth++;
        try {
            return variable.evaluate(this);
        } finally {
            depth--;
        }
    }

    /** Gives a variable a value from now on, as {@code set} does; null takes it away. */
    public void set(Defined variable, @Nullable String value) {
        if (isKnown(variable)) {
            kept[variable.index()] = value == null ? ABSENT : value;
        }
    }

    /** A regular expression matched; {@code $1} to {@code $9} are its groups from now on. */
    void matched(MatchResult result) {
        match = result;
    }

    /** What a group of the last match took; null if it took nothing. */
    @Nullable
    String group(int number) {
        return match == null || number > match.groupCount() ? null : match.group(number);
    }
}
