package io.lamplighter.balancer.tls;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a server wants of its clients' certificates.
 *
 * @param demand whether they must have one
 * @param named authorities that clients are told of
 * @param check who vouches for them
 * @param ocsp whether they were revoked meanwhile; empty if nobody is asked
 */
public record ClientCheck(Demand demand, List<X509Certificate> named, PeerCheck check, Optional<OcspCheck> ocsp) {
    /** {@code ssl_verify_client}. */
    public enum Demand {
        /** None is asked for. */
        OFF,
        /** One that can be trusted is needed. */
        ON,
        /** If there is one it must be one that can be trusted. */
        OPTIONAL,
        /** Of one that is there, all but its authority must be right. */
        OPTIONAL_NO_CA;

        /** The one of that name in the language; empty if there is none. */
        public static Optional<Demand> named(String word) {
            return Arrays.stream(values())
                    .filter(demand -> demand.name().toLowerCase(Locale.ROOT).equals(word))
                    .findFirst();
        }
    }

    /** No certificate is asked for. */
    public static final ClientCheck OFF =
            new ClientCheck(Demand.OFF, List.of(), PeerCheck.ofClients(List.of(), List.of(), 1), Optional.empty());

    public ClientCheck {
        named = List.copyOf(named);
    }

    /**
     * What came of it.
     *
     * @param status as {@code $ssl_client_verify} says it
     * @param refusal what is logged when the session may not go on; empty if it may
     * @param path the client's certificate, and as many of those that vouch for it as are known
     */
    record Judgement(String status, String refusal, List<X509Certificate> path) {
        static final Judgement NONE = new Judgement("NONE", "", List.of());

        boolean isGood() {
            return status.equals("SUCCESS");
        }

        /** A good one after all that was found out; a complaint that is empty changes nothing. */
        Judgement butFor(String complaint) {
            return complaint.isEmpty()
                    ? this
                    : new Judgement("FAILED:" + complaint, "client SSL certificate verify error: " + complaint, path);
        }
    }

    /** Looks at what a client sent, perhaps nothing. */
    Judgement judge(List<X509Certificate> chain) {
        if (chain.isEmpty()) {
            String refusal = demand == Demand.ON ? "client sent no required SSL certificate" : "";
            return new Judgement("NONE", refusal, List.of());
        }
        if (demand == Demand.OFF) {
            return new Judgement("NONE", "", chain);
        }
        PeerCheck.Outcome outcome = check.check(chain, Instant.now());
        Verdict verdict = outcome.verdict();
        if (verdict.isGood()) {
            return new Judgement("SUCCESS", "", outcome.path());
        }
        boolean passes = demand == Demand.OPTIONAL_NO_CA && verdict.isOnlyUnknown();
        return new Judgement(
                "FAILED:" + verdict.text(),
                passes ? "" : "client SSL certificate verify error: " + verdict.numbered(),
                outcome.path());
    }
}
