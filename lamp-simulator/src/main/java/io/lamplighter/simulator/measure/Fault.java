package io.lamplighter.simulator.measure;

import java.util.Locale;

/** What can go wrong for a lamp. Each occurrence is counted once, under one kind, in the warm-up too. */
public enum Fault {
    REFUSED("sessions or datagrams turned away: nobody listens, or the broker does not want the lamp"),
    TIMED_OUT("connects, or exchanges over a connection, without an answer in time"),
    RESET("sessions reset by the other side"),
    CLOSED("sessions closed by the other side"),
    BAD_ANSWER("answers that were no frame, nobody waited for, or with other bytes than were sent"),
    LOST_DATAGRAM("UDP exchanges without an answer in time: a datagram was lost, or its answer"),
    UNANSWERED("exchanges under way when the other side ended their session"),
    BUSY("exchanges the node had no room for"),
    BACKLOG("exchanges not begun because too many of the lamp's earlier ones were open"),
    UNREACHABLE("connects without a way to the target"),
    LOCAL_SHORTAGE("sessions this machine had no descriptor, port or memory for: a limit of the simulator's host");

    private final String meaning;

    Fault(String meaning) {
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
