package io.lamplighter.balancer.config;

import io.lamplighter.balancer.variable.Cidr;
import io.lamplighter.balancer.variable.Template;
import java.util.List;

/**
 * What is known or checked before a session is served.
 *
 * @param headerTimeoutMs {@code proxy_protocol_timeout}: longest wait for a PROXY protocol header, milliseconds
 * @param trusted whose PROXY protocol header tells the client's real address
 * @param rules {@code allow} and {@code deny} in order; the first that fits counts, and without one the client may come
 * @param limits {@code limit_conn} in order
 * @param dryRun whether limits only tell what they would do
 * @param limitLevel how severe it is that a limit was reached
 * @param preread what is looked for in the client's first bytes
 */
public record AdmissionConfig(
        long headerTimeoutMs,
        List<Who> trusted,
        List<Rule> rules,
        List<Limit> limits,
        boolean dryRun,
        ErrorLogConfig.Level limitLevel,
        Preread preread) {
    public AdmissionConfig {
        trusted = List.copyOf(trusted);
        rules = List.copyOf(rules);
        limits = List.copyOf(limits);
    }

    /** A set of clients. */
    public sealed interface Who {}

    /** Those of a network. */
    public record Network(Cidr network) implements Who {}

    /** Those that come over a unix socket. */
    public record Unix() implements Who {}

    /** All. */
    public record Everyone() implements Who {}

    /** {@code allow} or {@code deny}. */
    public record Rule(boolean allow, Who who) {}

    /**
     * {@code limit_conn zone number}.
     *
     * @param sessions most sessions with one key, at least 1
     */
    public record Limit(Zone zone, int sessions) {}

    /**
     * {@code limit_conn_zone key zone=name:size}.
     *
     * @param name of the zone
     * @param key what sessions are counted by
     * @param keyText the key as written, by which a zone of another configuration is the same
     * @param sizeBytes bound on what it remembers
     */
    public record Zone(String name, Template key, String keyText, long sizeBytes) {}

    /**
     * What is looked for in the client's first bytes.
     *
     * @param tls whether it is a TLS ClientHello
     * @param mqtt whether it is a CONNECT of MQTT
     * @param bufferBytes most bytes that are looked at
     * @param timeoutMs longest wait for them, milliseconds
     */
    public record Preread(boolean tls, boolean mqtt, int bufferBytes, long timeoutMs) {
        /** Whether anything is looked for. */
        public boolean isWanted() {
            return tls || mqtt;
        }
    }
}
