package io.lamplighter.simulator.measure;

import java.util.Locale;

/** What a time is of. */
public enum Phase {
    /** An exchange of the measured part, from its intended send time until the whole answer. */
    EXCHANGE("from the intended send time to the whole answer"),
    /** The same exchanges from when they were really sent; hides what a stalled server kept from being sent. */
    EXCHANGE_RAW("from the actual send to the whole answer"),
    /** The same exchanges from when they were really sent until the first byte of their answer. */
    FIRST_BYTE("from the actual send to the answer's first byte"),
    /** Opening a connection, from the connect call until the handshake's end, in the warm-up too. */
    CONNECT("from the connect call to the end of the TCP handshake"),
    /** From MQTT's CONNECT until its CONNACK. */
    LOGIN("from MQTT CONNECT to CONNACK"),
    /** Exchanges of the warm-up, from their intended send time. */
    WARMUP("exchanges of the warm-up"),
    /** How late the simulator itself was: from when an exchange was due until it was sent, when there was a session. */
    LATENESS("how late the simulator itself sent");

    private final String meaning;

    Phase(String meaning) {
        this.meaning = meaning;
    }

    public String meaning() {
        return meaning;
    }

    /** Names the phase's intervals in histogram logs and its figures in reports. */
    public String tag() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
