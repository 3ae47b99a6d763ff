package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.config.ServerName;
import io.lamplighter.balancer.variable.NameTable;
import io.lamplighter.balancer.variable.Regex;
import io.lamplighter.balancer.variable.Values;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The servers that share an address, by their names. Of two with the same name the first one has it. Immutable. */
final class VirtualServers {
    private record Matched(Regex regex, Service service) {}

    private final NameTable<Service> byName = new NameTable<>();
    private final List<Matched> byRegex = new ArrayList<>();

    VirtualServers(List<Service> services) {
        for (Service service : services) {
            for (ServerName name : service.server().names()) {
                name.regex()
                        .ifPresentOrElse(
                                regex -> byRegex.add(new Matched(regex, service)),
                                () -> byName.add(name.pattern(), service));
            }
        }
    }

    /** The server of that name; null if none has it. */
    @Nullable
    Service find(String name, Values session) {
        Service named = byName.find(name);
        if (named != null) {
            return named;
        }
        for (Matched matched : byRegex) {
            if (matched.regex.find(name, session)) {
                return matched.service;
            }
        }
        return null;
    }
}
