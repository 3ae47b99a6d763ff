package io.lamplighter.simulator.scenario;

import java.time.Duration;

/**
 * An event and its time.
 *
 * @param at since the beginning of the measured part
 */
public record TimedEvent(Duration at, Event event) {}
