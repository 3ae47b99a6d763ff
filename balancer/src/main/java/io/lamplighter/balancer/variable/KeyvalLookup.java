package io.lamplighter.balancer.variable;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * {@code keyval key $variable}: a value from a table that outlives configurations and is not known while one is read.
 *
 * <p>Threads: bound by the thread that swaps generations, then evaluated by event loops.
 */
public final class KeyvalLookup implements Defined.Definition {
    private final Template key;
    private volatile UnaryOperator<@Nullable String> table = octets -> null;

    public KeyvalLookup(Template key) {
        this.key = key;
    }

    /** Gives it its table: the value of a key, null for none; octets both. */
    public void bind(UnaryOperator<@Nullable String> values) {
        table = values;
    }

    @Override
    public @Nullable String evaluate(Values session) {
        return table.apply(key.expand(session));
    }
}
