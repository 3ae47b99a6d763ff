package io.lamplighter.balancer.measure;

import java.util.Locale;

/** Why a session ended: one reason each, the same word in the access log, the counters and the tests. */
public enum EndReason {
    CLIENT_CLOSED(200, "the client ended the connection"),
    NODE_CLOSED(200, "the node ended the connection"),
    BOTH_CLOSED(200, "both sides ended their direction (proxy_half_close)"),
    CLIENT_RESET(200, "the client reset the connection"),
    NODE_RESET(200, "the node reset the connection"),
    IDLE(200, "nothing moved for proxy_timeout"),
    ANSWERED(200, "a UDP session got all the responses it expects (proxy_responses)"),
    REQUESTS_SENT(200, "a UDP session sent all the requests it may (proxy_requests)"),
    NODE_REMOVED(200, "a reload removed the node of a UDP session"),
    SHUTDOWN(200, "the balancer stopped"),
    RETURNED(200, "the text of \"return\" was sent"),
    PASSED(200, "another server of the balancer took over (pass)"),
    HEADER_TIMEOUT(200, "no PROXY protocol header came for proxy_protocol_timeout"),
    PREREAD_TIMEOUT(200, "what is looked for in the first bytes did not come for preread_timeout"),
    CLIENT_LEFT(200, "the client left before a node was connected"),
    BAD_HEADER(400, "what the client sent is no PROXY protocol header"),
    PREREAD_FULL(400, "preread_buffer_size bytes of the client did not tell what was looked for"),
    BAD_MQTT(400, "what the client sent is no MQTT CONNECT that could be changed (mqtt)"),
    FORBIDDEN(403, "the client may not come (deny)"),
    LIMITED(503, "as many sessions with the same key as may are open (limit_conn)"),
    CONNECT_FAILED(502, "no node that was tried could be connected to"),
    NO_NODE(502, "no node could be used: down, failed or full"),
    QUEUE_FULL(502, "no node could be used, and as many sessions waited for one as may"),
    QUEUE_TIMEOUT(502, "no node could be used for as long as the session might wait"),
    NODE_UNREACHABLE(502, "the node of a UDP session refused its datagrams"),
    NODE_SILENT(502, "the node of a UDP session did not send the responses it owes within proxy_timeout"),
    WORKER_CONNECTIONS_EXCEEDED(503, "worker_connections was reached"),
    NO_CONTENT(500, "the server says nothing of what to do with its sessions"),
    DESTINATION_UNKNOWN(500, "what was computed as the session's destination is no group and no address"),
    NOT_PASSED(500, "no server of the balancer could take over (pass)"),
    NAME_UNRESOLVED(500, "the name that was computed as the session's destination has no address"),
    TLS_FAILED(500, "there was no TLS with the client: the handshake failed, or its certificate was refused"),
    LOCAL_PORTS_EXHAUSTED(500, "no local port was left for a connection to a node"),
    INTERNAL_ERROR(500, "a fault of the balancer itself");

    private final int status;
    private final String meaning;

    EndReason(int status, String meaning) {
        this.status = status;
        this.meaning = meaning;
    }

    /** nginx's status for such a session, the value of {@code $status}. */
    public int status() {
        return status;
    }

    /** Whether the node did its part in a session that was connected to it, so that the time it took tells something of it. */
    public boolean isSuccess() {
        return status == 200 && this != NODE_RESET && this != CLIENT_LEFT && this != NODE_REMOVED && this != SHUTDOWN;
    }

    /** One sentence for people. */
    public String meaning() {
        return meaning;
    }

    /** The word in logs and metrics. */
    public String lowerName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
