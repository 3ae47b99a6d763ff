/** Duty: dial on the same event loop, time out, try another. */
@NullMarked
package io.lamplighter.balancer.connect;

import org.jspecify.annotations.NullMarked;
