/**
 * Duty: learn about nodes from outside: agent reports. Everything runs on one cold event loop; other threads only read what
 * was heard last. Begin at {@link io.lamplighter.balancer.watch.ReportReceiver}.
 */
@NullMarked
package io.lamplighter.balancer.watch;

import org.jspecify.annotations.NullMarked;
