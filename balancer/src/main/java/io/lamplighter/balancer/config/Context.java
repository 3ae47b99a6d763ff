package io.lamplighter.balancer.config;

import java.util.Locale;

/** Where a directive can stand; all but the first are named after the block. */
enum Context {
    MAIN,
    EVENTS,
    STREAM,
    UPSTREAM,
    SERVER,
    LOAD_REPORTS,
    API,
    MATCH;

    /** The name in messages and in the documentation. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
