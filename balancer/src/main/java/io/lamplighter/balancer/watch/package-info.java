/** Duty: learn about nodes from outside: agent reports. */
@NullMarked
package io.lamplighter.balancer.watch;

import org.jspecify.annotations.NullMarked;
