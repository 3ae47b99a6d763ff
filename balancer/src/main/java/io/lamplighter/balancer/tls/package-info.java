/**
 * Duty: TLS with clients and with nodes. {@link io.lamplighter.balancer.tls.ServerTls} is what one server does with its clients,
 * {@link io.lamplighter.balancer.tls.NodeTls} what it does with its nodes, {@link io.lamplighter.balancer.tls.ClientHandshake} one
 * client on its way through; begin there. The protocol itself is Netty's {@code SslHandler} on BoringSSL, or on the JDK's provider
 * where that cannot be loaded.
 *
 * <p>Whom to trust is decided after the handshake, by {@link io.lamplighter.balancer.tls.PeerCheck}, as nginx does: so resumed
 * sessions are judged like new ones, and {@code optional} servers can tell what was wrong.
 */
@NullMarked
package io.lamplighter.balancer.tls;

import org.jspecify.annotations.NullMarked;
