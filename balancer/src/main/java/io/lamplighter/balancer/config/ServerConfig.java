package io.lamplighter.balancer.config;

import io.lamplighter.balancer.tls.ServerTls;
import io.lamplighter.balancer.variable.Defined;
import io.lamplighter.balancer.variable.Template;
import java.util.List;
import java.util.Optional;

/**
 * A {@code server} block of {@code stream}.
 *
 * @param listens its listening sockets, at least one, all with different addresses
 * @param names what it is called, at least one
 * @param admission what is known or checked before
 * @param sets variables it sets, in order
 * @param content what is done with sessions
 * @param resolver who is asked for names that sessions come up with; empty if nobody is
 * @param proxy how sessions are proxied
 * @param tls how TLS is spoken where a {@code listen} says {@code ssl}; empty if there is no certificate for it
 * @param tcpNodelay whether small segments are sent at once
 * @param accessLogs where finished sessions are written; empty for {@code off}
 * @param errorLog where trouble with its sessions is told
 * @param source where the block begins
 */
public record ServerConfig(
        List<ListenConfig> listens,
        List<ServerName> names,
        AdmissionConfig admission,
        List<SetVariable> sets,
        Content content,
        Optional<ResolverConfig> resolver,
        ProxyConfig proxy,
        Optional<ServerTls> tls,
        boolean tcpNodelay,
        List<AccessLogConfig> accessLogs,
        ErrorLogs errorLog,
        Source source) {
    /** {@code set $variable value}. */
    public record SetVariable(Defined variable, Template value) {}

    public ServerConfig {
        listens = List.copyOf(listens);
        names = List.copyOf(names);
        sets = List.copyOf(sets);
        accessLogs = List.copyOf(accessLogs);
    }

    /** The same at other addresses. */
    public ServerConfig at(List<ListenConfig> others) {
        return new ServerConfig(
                others,
                names,
                admission,
                sets,
                content,
                resolver,
                proxy,
                tls,
                tcpNodelay,
                accessLogs,
                errorLog,
                source);
    }
}
