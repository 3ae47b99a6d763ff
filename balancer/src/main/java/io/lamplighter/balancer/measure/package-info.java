/** Duty: count, time, log: the hot side writes, the cold side samples. */
@NullMarked
package io.lamplighter.balancer.measure;

import org.jspecify.annotations.NullMarked;
