/**
 * Lamps that are Eclipse Paho clients, so that a few of them see exactly what a real client sees, and an audit that
 * subscribes at the brokers and finds out what became of acknowledged reports. Paho has threads of its own; everything here
 * that they touch is synchronized.
 */
@NullMarked
package io.lamplighter.simulator.real;

import org.jspecify.annotations.NullMarked;
