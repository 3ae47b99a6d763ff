package io.lamplighter.balancer.measure;

/**
 * What a client's CONNECT message of MQTT said, octets.
 *
 * @param clientId client identifier
 * @param username user name, empty if there is none
 */
public record MqttConnect(String clientId, String username) {}
