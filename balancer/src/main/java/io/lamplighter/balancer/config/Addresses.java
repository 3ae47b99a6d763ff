package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.AddressText.InvalidAddress;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Looks up the hosts of a configuration, each name once however often it is written. */
final class Addresses {
    private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])";

    private static final Pattern IPV4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");
    /** Only what a literal can hold, so that the system's resolver is never asked, and no zone index. */
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    private final NameResolver names;
    private final Map<String, Optional<List<InetAddress>>> known = new HashMap<>();

    Addresses(NameResolver names) {
        this.names = names;
    }

    /** Every address that is meant, ports of a range in rising order. */
    List<InetSocketAddress> resolve(AddressText text) throws InvalidAddress {
        Set<InetSocketAddress> addresses = new LinkedHashSet<>();
        for (InetAddress host : hosts(text)) {
            for (int port = text.firstPort(); port <= text.lastPort(); port++) {
                addresses.add(new InetSocketAddress(host, port));
            }
        }
        return List.copyOf(addresses);
    }

    /** An IP address written as numbers, without brackets; empty when the text is none. */
    static Optional<InetAddress> literal(String text) {
        if (!IPV4.matcher(text).matches() && !IPV6.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(text));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    private List<InetAddress> hosts(AddressText text) throws InvalidAddress {
        if (text.isIpv6()) {
            return List.of(literal(text.host())
                    .filter(address -> text.host().indexOf(':') >= 0)
                    .orElseThrow(() -> new InvalidAddress("invalid IPv6 address")));
        }
        if (text.host().equals(AddressText.WILDCARD)) {
            return List.of(anyIpv4());
        }
        return known.computeIfAbsent(text.host(), this::lookUp).orElseThrow(() -> new InvalidAddress("host not found"));
    }

    /** Every address of a host, none if it has none. */
    List<InetAddress> host(String name) {
        return known.computeIfAbsent(name, this::lookUp).orElse(List.of());
    }

    private Optional<List<InetAddress>> lookUp(String host) {
        try {
            List<InetAddress> nameless = new ArrayList<>();
            for (InetAddress address : names.resolve(host)) {
                nameless.add(withoutName(address));
            }
            return nameless.isEmpty() ? Optional.empty() : Optional.of(List.copyOf(nameless));
        } catch (UnknownHostException | SecurityException e) {
            return Optional.empty();
        }
    }

    /** So that an address looks the same in logs and states whether it was written or looked up. */
    private static InetAddress withoutName(InetAddress address) throws UnknownHostException {
        boolean hasScope = address instanceof Inet6Address ip6 && ip6.getScopeId() != 0;
        return hasScope ? address : InetAddress.getByAddress(address.getAddress());
    }

    private static InetAddress anyIpv4() {
        try {
            return InetAddress.getByAddress(new byte[4]);
        } catch (UnknownHostException e) {
            throw new AssertionError("four bytes are an IPv4 address", e);
        }
    }
}
