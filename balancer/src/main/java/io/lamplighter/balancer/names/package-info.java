/**
 * Duty: ask DNS for the addresses of names, when {@code resolver} says whom to ask.
 *
 * <p>Threads: a client belongs to one event loop, and tells what it learns there. Begin at {@code DnsClient}.
 */
@NullMarked
package io.lamplighter.balancer.names;

import org.jspecify.annotations.NullMarked;
