/** The balancer program: one process, one immutable generation at a time. Start reading at {@code TcpSession}. */
package io.lamplighter.balancer;
