package io.lamplighter.balancer.config;

import java.net.SocketAddress;

/**
 * {@code syslog:server=…}: lines sent as datagrams in the form of RFC 3164.
 *
 * @param server where they go, an IP address and port or a unix socket
 * @param facility number of the facility, 0 to 23
 * @param severity number of the severity of access logs, 0 to 7; that of an error log's line is its own
 * @param tag the name in front of the text
 * @param hostname whether the name of this host is written
 */
public record SyslogConfig(SocketAddress server, int facility, int severity, String tag, boolean hostname)
        implements ErrorLogConfig.Target, AccessLogConfig.Target {}
