/** Duty: move bytes both ways: backpressure, half close, idle. */
@NullMarked
package io.lamplighter.balancer.relay;

import org.jspecify.annotations.NullMarked;
