package io.lamplighter.simulator.scenario;

import java.util.Locale;

/** What a lamp speaks. */
public enum Protocol {
    /** Lamp frames over TCP. */
    TCP,
    /** A lamp frame in each datagram. */
    UDP,
    /** MQTT 3.1.1. */
    MQTT,
    /** MQTT 5. */
    MQTT5;

    public boolean isMqtt() {
        return this == MQTT || this == MQTT5;
    }

    /** The name in scenarios and reports. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
