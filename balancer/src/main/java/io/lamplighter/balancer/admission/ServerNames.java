package io.lamplighter.balancer.admission;

import io.lamplighter.balancer.variable.Octets;
import java.util.Optional;

/** Names of servers as clients write them. */
final class ServerNames {
    private static final String ALLOWED = "abcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=%";

    private ServerNames() {}

    /** In lower case and without a dot at the end; empty if it can be no host's. */
    static Optional<String> normalized(String name) {
        String lower = Octets.lowerCase(name);
        String host = lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
        boolean isHost = !host.isEmpty() && !host.contains("..") && host.chars().allMatch(c -> ALLOWED.indexOf(c) >= 0);
        return isHost ? Optional.of(host) : Optional.empty();
    }
}
