package io.lamplighter.balancer.config;

import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether there is a certificate wherever a {@code listen} says {@code ssl}. */
final class TlsListens {
    private TlsListens() {}

    /** Reports servers that would have nothing to show their clients. */
    static void check(Reading reading, List<ServerConfig> servers) {
        Map<SocketAddress, List<ServerConfig>> byAddress = new LinkedHashMap<>();
        Set<SocketAddress> withTls = new HashSet<>();
        for (ServerConfig server : servers) {
            for (ListenConfig listen : server.listens()) {
                if (!listen.udp()) {
                    byAddress
                            .computeIfAbsent(listen.address(), address -> new ArrayList<>())
                            .add(server);
                }
                if (listen.protocol().tls()) {
                    withTls.add(listen.address());
                }
            }
        }
        byAddress.forEach((address, sharing) -> {
            if (withTls.contains(address)) {
                check(reading, address, sharing);
            }
        });
    }

    /** Clients without a name get the certificate of the default server; where that rejects them, each needs its own. */
    private static void check(Reading reading, SocketAddress address, List<ServerConfig> sharing) {
        ServerConfig first = sharing.stream()
                .filter(server -> server.listens().stream()
                        .anyMatch(listen ->
                                listen.defaultServer() && listen.address().equals(address)))
                .findFirst()
                .orElse(sharing.get(0));
        boolean isRejecting = first.tls()
                .filter(tls -> tls.settings().rejects() && !tls.hasCertificates())
                .isPresent();
        for (ServerConfig server : isRejecting ? sharing : List.of(first)) {
            if (server.tls().isEmpty()) {
                report(reading, server, address);
            }
        }
    }

    private static void report(Reading reading, ServerConfig server, SocketAddress address) {
        Source source = server.listens().stream()
                .filter(listen -> listen.address().equals(address))
                .findFirst()
                .map(ListenConfig::source)
                .orElse(server.source());
        Word at = new Word("", source, reading.diagnostics().nextOrder());
        reading.diagnostics().fault(at, "no \"ssl_certificate\" is defined for the \"listen ... ssl\" directive");
    }
}
