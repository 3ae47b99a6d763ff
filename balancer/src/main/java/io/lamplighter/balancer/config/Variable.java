package io.lamplighter.balancer.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A variable of a session. Those not marked as ours mean what they mean in nginx. */
public enum Variable {
    BINARY_REMOTE_ADDR("client address in binary form, 4 or 16 bytes, as Latin-1 characters"),
    BYTES_RECEIVED("bytes received from the client"),
    BYTES_SENT("bytes sent to the client"),
    CONNECTION("serial number of the session"),
    END_REASON("ours: why the session ended, an EndReason in lower case"),
    HOSTNAME("name of this host"),
    MSEC("current time in seconds with milliseconds"),
    NODE("ours: name of the node in agents' reports, or its address"),
    PID("process id of the balancer"),
    PROTOCOL("TCP or UDP"),
    REMOTE_ADDR("client address"),
    REMOTE_PORT("client port"),
    SERVER_ADDR("address the client connected to"),
    SERVER_PORT("port the client connected to"),
    SESSION_TIME("duration of the session in seconds with milliseconds"),
    STATUS("200 proxied, 400 client data unusable, 403 forbidden, 500 internal, 502 no node, 503 limited"),
    TIME_ISO8601("local time, ISO 8601"),
    TIME_LOCAL("local time, common log format"),
    UPSTREAM_ADDR("addresses of the nodes tried, separated by a comma and a blank"),
    UPSTREAM_BYTES_RECEIVED("bytes received from each node tried"),
    UPSTREAM_BYTES_SENT("bytes sent to each node tried"),
    UPSTREAM_CONNECT_TIME("seconds with milliseconds it took to connect to each node tried"),
    UPSTREAM_FIRST_BYTE_TIME("seconds with milliseconds until the first byte of the node"),
    UPSTREAM_QUEUE_TIME("seconds with milliseconds the session waited in the queue, empty if it did not"),
    UPSTREAM_SESSION_TIME("duration of the session with each node tried, seconds with milliseconds");

    private final String meaning;

    Variable(String meaning) {
        this.meaning = meaning;
    }

    /** The variable of that name, in either case. */
    static Optional<Variable> named(String name) {
        String lowerCase = name.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(variable -> variable.lowerName().equals(lowerCase))
                .findFirst();
    }

    /** One sentence for the documentation. */
    public String meaning() {
        return meaning;
    }

    /** The name as written after {@code $}. */
    public String lowerName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
