package io.lamplighter.balancer.variable;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A session whose own variables are given. */
public final class FixedValues extends Values {
    private final Function<BuiltIn, @Nullable String> values;

    public FixedValues(Function<BuiltIn, @Nullable String> values) {
        this.values = values;
    }

    /** Every variable has the same value. */
    public static FixedValues always(@Nullable String value) {
        return new FixedValues(variable -> value);
    }

    /** Every variable is its own name in angle brackets. */
    public static FixedValues names() {
        return new FixedValues(variable -> "<" + variable.lowerName() + ">");
    }

    @Override
    protected @Nullable String builtIn(BuiltIn variable) {
        return values.apply(variable);
    }

    @Override
    protected @Nullable String tlv(Tlv variable) {
        return null;
    }
}
