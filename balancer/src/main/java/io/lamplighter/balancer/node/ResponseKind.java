package io.lamplighter.balancer.node;

/** What a response time is the time of. */
public enum ResponseKind {
    /** From the first bytes of an exchange handed to the node until its first bytes back. */
    REPLY,
    /** The connect time of a session that ended well without a reply. */
    NO_REPLY,
    /** {@code proxy_timeout}: the node owed an answer for that long. */
    REPLY_TIMEOUT,
    /** {@code proxy_connect_timeout}: the node could not be connected to for that long. */
    CONNECT_TIMEOUT
}
