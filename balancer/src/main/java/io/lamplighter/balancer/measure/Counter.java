package io.lamplighter.balancer.measure;

import java.util.Locale;

/** Everything the balancer counts beside the per-node figures. Nothing is refused, dropped or delayed uncounted. */
public enum Counter {
    TCP_SESSIONS("TCP connections accepted"),
    UDP_SESSIONS("UDP sessions begun"),
    SESSIONS_ENDED("sessions of either kind that are over"),
    SESSIONS_QUEUED("TCP sessions that waited for a node in the queue of their upstream"),
    ACCEPT_FAILED("failures to accept a connection, such as too few file descriptors"),
    NODE_TRIES_FAILED("failed tries to connect to a node"),
    NODES_MARKED_FAILED("times max_fails made a node unusable"),
    LOCAL_PORTS_EXHAUSTED("tries for which no local port was left"),
    DATAGRAMS_FROM_CLIENTS("datagrams received from clients"),
    DATAGRAMS_TO_CLIENTS("datagrams sent to clients"),
    DATAGRAMS_DROPPED("datagrams dropped because no session, node or buffer was to be had"),
    DATAGRAM_SENDS_FAILED("datagrams the system refused to send"),
    ACCESS_LOG_LINES_DROPPED("access log lines dropped because the disk did not keep up"),
    RESPONSE_TIMES_DROPPED("response times dropped because the thread that forecasts did not keep up"),
    RELOADS("reloads that took effect"),
    RELOADS_REFUSED("reloads refused because of a fault, with the old configuration kept");

    private final String meaning;

    Counter(String meaning) {
        this.meaning = meaning;
    }

    /** One sentence for people and for the metric's help text. */
    public String meaning() {
        return meaning;
    }

    /** The name in the API and in metrics. */
    public String lowerName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
