/**
 * Duty: what is known or checked before a node is chosen: the PROXY protocol header, the client's real address, limits, who may
 * come at all, and the first bytes.
 *
 * <p>Threads: the session's event loop, but for {@code LimitZone}, which all loops share. Begin at {@code Admission}, which walks
 * one session through the steps of its {@code Gate}. A server that checks nothing has no gate, and its sessions pay nothing.
 */
@NullMarked
package io.lamplighter.balancer.admission;

import org.jspecify.annotations.NullMarked;
