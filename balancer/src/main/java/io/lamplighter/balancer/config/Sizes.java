package io.lamplighter.balancer.config;

import java.util.OptionalLong;

/** Sizes that sessions compute. */
public final class Sizes {
    private Sizes() {}

    /** Bytes of a size such as 512, 16k or 1m, at most 2 GiB; empty if the text is none. */
    public static OptionalLong parse(String text) {
        return ValueRule.size(0).parse(text);
    }
}
