package io.lamplighter.balancer.admission;

import io.lamplighter.balancer.config.AdmissionConfig;
import io.lamplighter.balancer.config.AdmissionConfig.Preread;
import io.lamplighter.balancer.config.AdmissionConfig.Rule;
import io.lamplighter.balancer.config.ListenConfig;
import io.lamplighter.balancer.config.ServerConfig;
import io.lamplighter.balancer.measure.ClientFacts;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.measure.SessionLog;
import io.lamplighter.balancer.measure.SessionView;
import io.lamplighter.balancer.tls.ServerTls;
import io.lamplighter.balancer.variable.Values;
import java.net.SocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one server of one generation knows or checks before it serves sessions of one address.
 *
 * <p>Threads: immutable, but for what the zones of its limits count.
 */
public final class Gate {
    private final AdmissionConfig config;
    private final Limits limits;
    private final boolean hasHeader;
    private final boolean isUdp;
    private final @Nullable ServerTls tls;

    private Gate(ServerConfig server, ListenConfig listen, LimitZones zones) {
        this.config = server.admission();
        this.limits = new Limits(config, zones);
        this.hasHeader = listen.protocol().proxyProtocol();
        this.isUdp = listen.udp();
        this.tls = listen.protocol().tls() ? server.tls().orElse(null) : null;
    }

    /** The gate of a server at an address; null if there is nothing to know or check. */
    public static @Nullable Gate of(ServerConfig server, ListenConfig listen, LimitZones zones) {
        Gate gate = new Gate(server, listen, zones);
        return gate.isOpen() ? null : gate;
    }

    private boolean isOpen() {
        return !hasHeader && tls == null && limits.isEmpty() && config.rules().isEmpty() && !isPrereadWanted();
    }

    /** Whether clients send a PROXY protocol header. */
    boolean hasHeader() {
        return hasHeader;
    }

    long headerTimeoutMs() {
        return config.headerTimeoutMs();
    }

    /** What is spoken with clients; null for what they send, as it is. */
    @Nullable
    ServerTls tls() {
        return tls;
    }

    /** Whether something is looked for in the first bytes; datagrams hold nothing of the kind. */
    boolean isPrereadWanted() {
        return config.preread().isWanted() && !isUdp;
    }

    Preread preread() {
        return config.preread();
    }

    /**
     * The steps that need nothing more of the client: its real address, limits, and whether it may come.
     *
     * @param places takes what is to be given back when the session ends
     * @return why the session may not go on; null if it may
     */
    public @Nullable EndReason check(
            SessionView session, Values values, ClientFacts facts, SessionLog log, List<Runnable> places) {
        believeHeader(session.clientAddress(), facts);
        if (!limits.isEmpty() && !limits.take(session, values, facts, log, places)) {
            return EndReason.LIMITED;
        }
        if (!mayCome(session.clientAddress())) {
            log.error(session, "access forbidden by rule");
            return EndReason.FORBIDDEN;
        }
        return null;
    }

    private void believeHeader(SocketAddress sender, ClientFacts facts) {
        if (facts.proxyHeader != null && config.trusted().stream().anyMatch(trusted -> Who.includes(trusted, sender))) {
            facts.realAddress = facts.proxyHeader.source();
        }
    }

    private boolean mayCome(SocketAddress client) {
        for (Rule rule : config.rules()) {
            if (Who.includes(rule.who(), client)) {
                return rule.allow();
            }
        }
        return true;
    }
}
