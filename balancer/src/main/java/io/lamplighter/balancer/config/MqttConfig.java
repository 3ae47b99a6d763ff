package io.lamplighter.balancer.config;

import io.lamplighter.balancer.variable.Template;
import java.util.List;

/**
 * {@code mqtt on} with what {@code mqtt_set_connect} changes.
 *
 * @param changes in order; of two of one field the last one counts
 * @param mostBytes longest message that can be changed, bytes
 */
public record MqttConfig(List<Change> changes, int mostBytes) {
    /** A part of the CONNECT message. */
    public enum Field {
        CLIENTID,
        USERNAME,
        PASSWORD
    }

    /** Another value for a part. */
    public record Change(Field field, Template value) {}

    public MqttConfig {
        changes = List.copyOf(changes);
    }
}
