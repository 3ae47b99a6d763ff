package io.lamplighter.balancer.variable;

import org.jspecify.annotations.Nullable;

/** What a template can name. */
public sealed interface Variable permits BuiltIn, Tlv, Defined {
    /** Its value for a session; null when it has none. */
    @Nullable
    String value(Values session);
}
