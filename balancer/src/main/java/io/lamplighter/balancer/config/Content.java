package io.lamplighter.balancer.config;

import io.lamplighter.balancer.variable.Template;

/** What a server does with a session once it is admitted. */
public sealed interface Content {
    /**
     * {@code proxy_pass name}.
     *
     * @param upstream a key of {@link StreamConfig#upstreams()}
     */
    record ToUpstream(String upstream) implements Content {}

    /** {@code proxy_pass $variable}: the name of a group, or an address, found out for each session. */
    record ToComputed(Template destination) implements Content {}

    /** {@code pass address}: a server of the same configuration takes over, as if the client had come to its address. */
    record Pass(Template address) implements Content {}

    /** {@code return text}: sends the text and ends. */
    record Return(Template text) implements Content {}

    /** Nothing was said: sessions end at once. */
    record Nothing() implements Content {}
}
