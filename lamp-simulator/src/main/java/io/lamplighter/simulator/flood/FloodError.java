package io.lamplighter.simulator.flood;

import java.util.Locale;

/** What can go wrong for a lamp. Each occurrence is counted once, under one kind. */
public enum FloodError {
    CONNECT_FAILED("sessions that could not be opened"),
    CONNECT_TIMEOUT("connects that were not answered in time"),
    CLOSED("sessions ended by the other side"),
    RESET("sessions reset by the other side"),
    PORT_UNREACHABLE("datagrams sent to where nobody listens"),
    LOST("exchanges under way when their session was ended by the other side"),
    TIMEOUT("TCP exchanges without an answer in time"),
    UDP_TIMEOUT("UDP exchanges without an answer in time: a datagram was lost, or its answer"),
    BUSY("exchanges the node had no room for"),
    BACKLOG("exchanges not begun because too many of the lamp's earlier ones were open"),
    BAD_FRAME("answers that were no frame"),
    WRONG_ANSWER("answers nobody waited for, or with other bytes than were sent"),
    CLOCK("answers before their question by the monotonic clock");

    private final String meaning;

    FloodError(String meaning) {
        this.meaning = meaning;
    }

    /** What is counted. */
    public String meaning() {
        return meaning;
    }

    /** The name in reports. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
