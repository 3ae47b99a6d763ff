package io.lamplighter.simulator.measure;

import java.util.Locale;

/** What lamps count beside faults. */
public enum Count {
    DUE("exchanges that were due"),
    ANSWERED("exchanges answered, in the warm-up too"),
    TCP_SESSIONS("TCP connections opened"),
    UDP_SESSIONS("UDP sessions begun, each with an address of its own unless lamps share sockets"),
    MQTT_SESSIONS("MQTT sessions accepted by a broker"),
    REBINDS("changes of a lamp's address between two reports"),
    ABANDONED("sessions left standing without a word"),
    ABANDONED_CLOSED("abandoned sessions that the other side closed"),
    CUT_SESSIONS("sessions ended by a power cut of the scenario"),
    CUT_EXCHANGES("exchanges under way at a power cut: nobody's fault"),
    NODES_LOST("orders to die that a node obeyed"),
    REAL_ACKNOWLEDGED("reports of real lamps that a broker acknowledged"),
    AUDIT_ARRIVED("different reports that arrived at the audit"),
    AUDIT_LOST("acknowledged reports of real lamps that did not arrive at the audit"),
    AUDIT_TWICE("reports that arrived at the audit again"),
    SENT_BYTES("payload and frame bytes sent"),
    RECEIVED_BYTES("bytes received");

    private final String meaning;

    Count(String meaning) {
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
