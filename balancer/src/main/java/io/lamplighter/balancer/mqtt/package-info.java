/**
 * Duty: read and rewrite the first message of MQTT (3.1, 3.1.1 and 5). Knows nothing of sessions; where what it finds is used is in
 * {@code admission} and {@code relay}. Begin at {@link io.lamplighter.balancer.mqtt.ConnectMessage}.
 */
@NullMarked
package io.lamplighter.balancer.mqtt;

import org.jspecify.annotations.NullMarked;
