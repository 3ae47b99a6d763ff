/**
 * MQTT lamps against real brokers: Moquette inside the test for MQTT 3.1.1, and Mosquitto as a process, through the balancer,
 * for MQTT 5 and for Paho's clients. Tests that need Mosquitto are skipped where it is not installed.
 */
@NullMarked
package io.lamplighter.simulator.mqtt;

import org.jspecify.annotations.NullMarked;
