package io.lamplighter.balancer.measure;

import java.util.List;

/**
 * What the first message of TLS says; all octets.
 *
 * @param protocol the highest version that the client offers, in OpenSSL's words; empty if it is unknown
 * @param serverName the name asked for (SNI); empty if none was
 * @param applicationProtocols those offered (ALPN), in order
 */
public record ClientHello(String protocol, String serverName, List<String> applicationProtocols) {
    public ClientHello {
        applicationProtocols = List.copyOf(applicationProtocols);
    }
}
