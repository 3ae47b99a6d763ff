/** Duty: owns client sockets and walks each session through its steps. */
@NullMarked
package io.lamplighter.balancer.listen;

import org.jspecify.annotations.NullMarked;
