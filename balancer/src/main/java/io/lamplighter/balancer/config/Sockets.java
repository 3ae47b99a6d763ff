package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.variable.Endpoints;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Every socket that a configuration opens, once for TCP and once for UDP. Servers may share one; what else listens needs an
 * address of its own.
 */
final class Sockets {
    private record Socket(SocketAddress address, boolean isUdp) {}

    /** Who has taken an address, and what they said of it. */
    private static final class Taken {
        final Source first;
        final boolean isShared;
        final Set<Clause> servers = new HashSet<>();
        boolean hasOptions;
        boolean hasDefault;

        Taken(Word at, boolean isShared) {
            this.first = at.source();
            this.isShared = isShared;
        }
    }

    private final Diagnostics diagnostics;
    private final Map<Socket, Taken> opened = new HashMap<>();

    Sockets(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
    }

    /** Takes an address for one alone; reports it when another line has taken it. */
    void open(SocketAddress address, boolean isUdp, Word at) {
        Taken taken = opened.putIfAbsent(new Socket(address, isUdp), new Taken(at, false));
        if (taken != null) {
            duplicate(address, isUdp, at, taken);
        }
    }

    /** Takes an address for a server. */
    void share(ListenConfig listen, Clause server, Word at) {
        Taken taken = opened.computeIfAbsent(new Socket(listen.address(), listen.udp()), key -> new Taken(at, true));
        String address = Endpoints.text(listen.address());
        if (!taken.isShared || !taken.servers.add(server)) {
            duplicate(listen.address(), listen.udp(), at, taken);
        } else if (listen.options().given() && taken.hasOptions) {
            diagnostics.fault(at, "duplicate listen options for " + address + ", first at " + taken.first);
        } else if (listen.defaultServer() && taken.hasDefault) {
            diagnostics.fault(at, "a duplicate default server for " + address + ", first at " + taken.first);
        }
        taken.hasOptions |= listen.options().given();
        taken.hasDefault |= listen.defaultServer();
    }

    private void duplicate(SocketAddress address, boolean isUdp, Word at, Taken taken) {
        String first = (isUdp ? "udp, " : "") + "first at " + taken.first;
        diagnostics.fault(at, "duplicate \"" + Endpoints.text(address) + "\" address and port pair (" + first + ")");
    }
}
