package io.lamplighter.balancer.tls;

import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertStore;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.CertificateParsingException;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXCertPathBuilderResult;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CRL;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether a chain of certificates leads to an authority that is trusted. The JDK builds the path (RFC 5280); what it does not tell,
 * which is what is wrong with one that cannot be built, is found out here, for people.
 *
 * <p>As with OpenSSL, a trusted certificate ends a path only if it is self-signed; others that are trusted help to build it.
 *
 * <p>Threads: immutable.
 */
public final class PeerCheck {
    /** Whose certificates are looked at, by what they may be used for (RFC 5280 section 4.2.1.12). */
    enum Peer {
        CLIENT("1.3.6.1.5.5.7.3.2"),
        SERVER("1.3.6.1.5.5.7.3.1");

        private final String usage;

        Peer(String usage) {
            this.usage = usage;
        }
    }

    private static final String ANY_USAGE = "2.5.29.37.0";
    private static final int UNLIMITED = -1;

    private final Peer peer;
    private final List<X509Certificate> trusted;
    private final Set<TrustAnchor> anchors;
    private final List<X509CRL> revocationLists;
    private final int depth;

    private PeerCheck(Peer peer, List<X509Certificate> trusted, List<X509CRL> revocationLists, int depth) {
        this.peer = peer;
        this.trusted = List.copyOf(trusted);
        this.anchors = trusted.stream()
                .filter(PeerCheck::isSelfSigned)
                .map(certificate -> new TrustAnchor(certificate, null))
                .collect(Collectors.toSet());
        this.revocationLists = List.copyOf(revocationLists);
        this.depth = depth;
    }

    /**
     * A check of clients.
     *
     * @param revocationLists where it is not empty, one is needed for every issuer of a path
     * @param depth most certificates between that of the client and its authority's
     */
    public static PeerCheck ofClients(List<X509Certificate> trusted, List<X509CRL> revocationLists, int depth) {
        return new PeerCheck(Peer.CLIENT, trusted, revocationLists, depth);
    }

    /** The same of servers. */
    public static PeerCheck ofServers(List<X509Certificate> trusted, List<X509CRL> revocationLists, int depth) {
        return new PeerCheck(Peer.SERVER, trusted, revocationLists, depth);
    }

    /** What came of it, and the certificates from the peer's to its authority's; only as far as they are known where it failed. */
    record Outcome(Verdict verdict, List<X509Certificate> path) {}

    /** Looks at the certificates a peer sent, its own first. */
    Outcome check(List<X509Certificate> chain, Instant now) {
        X509Certificate leaf = chain.get(0);
        List<X509Certificate> path =
                isSelfSigned(leaf) && trusted.contains(leaf) ? List.of(leaf) : path(chain, now, depth);
        if (path.isEmpty()) {
            return new Outcome(whatIsWrong(chain, now), chain);
        }
        return new Outcome(validity(path, now), path);
    }

    private Verdict validity(List<X509Certificate> path, Instant now) {
        for (X509Certificate certificate : path) {
            Verdict verdict = time(certificate, now);
            if (!verdict.isGood()) {
                return verdict;
            }
        }
        return hasPurpose(path.get(0)) ? revocation(path, now) : Verdict.WRONG_PURPOSE;
    }

    /** From the peer's certificate to its authority's; empty if there is none. */
    private List<X509Certificate> path(List<X509Certificate> chain, Instant now, int limit) {
        if (anchors.isEmpty()) {
            return List.of();
        }
        try {
            PKIXCertPathBuilderResult built = (PKIXCertPathBuilderResult)
                    CertPathBuilder.getInstance("PKIX").build(parameters(chain, now, limit));
            List<X509Certificate> path = new ArrayList<>();
            built.getCertPath().getCertificates().forEach(certificate -> path.add((X509Certificate) certificate));
            path.add(built.getTrustAnchor().getTrustedCert());
            return path;
        } catch (CertPathBuilderException e) {
            return List.of();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK builds paths of certificates", e);
        }
    }

    private PKIXBuilderParameters parameters(List<X509Certificate> chain, Instant now, int limit)
            throws InvalidAlgorithmParameterException, GeneralSecurityException {
        X509CertSelector target = new X509CertSelector();
        target.setCertificate(chain.get(0));
        PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, target);
        Set<X509Certificate> known = new LinkedHashSet<>(chain);
        known.addAll(trusted);
        parameters.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(known)));
        parameters.setRevocationEnabled(false);
        parameters.setMaxPathLength(limit);
        parameters.setDate(Date.from(now));
        return parameters;
    }

    private Verdict whatIsWrong(List<X509Certificate> chain, Instant now) {
        for (X509Certificate certificate : chain) {
            Verdict verdict = time(certificate, now);
            if (!verdict.isGood()) {
                return verdict;
            }
        }
        if (isSelfSigned(chain.get(0))) {
            return Verdict.SELF_SIGNED;
        }
        X509Certificate last = lastIssuer(chain);
        if (isSelfSigned(last)) {
            boolean isTrusted = trusted.contains(last);
            return isTrusted ? withTrustedRoot(chain, now) : Verdict.SELF_SIGNED_IN_CHAIN;
        }
        if (trusted.contains(last)) {
            return Verdict.NO_ISSUER_IN_TRUST;
        }
        return chain.size() == 1 ? Verdict.NO_ISSUER_OF_FIRST : Verdict.NO_ISSUER;
    }

    /** A path that has both its ends is too long, or one of its certificates may not issue others. */
    private Verdict withTrustedRoot(List<X509Certificate> chain, Instant now) {
        return path(chain, now, UNLIMITED).isEmpty() ? Verdict.INVALID_CA : Verdict.TOO_LONG;
    }

    /** As far as names lead from the peer's certificate. */
    private X509Certificate lastIssuer(List<X509Certificate> chain) {
        Set<X509Certificate> known = new LinkedHashSet<>(chain);
        known.addAll(trusted);
        Set<X509Certificate> seen = new HashSet<>();
        X509Certificate last = chain.get(0);
        while (seen.add(last) && !isSelfSigned(last)) {
            X509Certificate subject = last;
            last = known.stream()
                    .filter(other -> isIssuer(other, subject))
                    .findFirst()
                    .orElse(subject);
        }
        return last;
    }

    private static boolean isIssuer(X509Certificate issuer, X509Certificate subject) {
        return issuer.getSubjectX500Principal().equals(subject.getIssuerX500Principal());
    }

    private static boolean isSelfSigned(X509Certificate certificate) {
        return isIssuer(certificate, certificate) && isSignedBy(certificate, certificate);
    }

    private static boolean isSignedBy(X509Certificate subject, X509Certificate issuer) {
        try {
            subject.verify(issuer.getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static Verdict time(X509Certificate certificate, Instant now) {
        try {
            certificate.checkValidity(Date.from(now));
            return Verdict.GOOD;
        } catch (CertificateExpiredException e) {
            return Verdict.EXPIRED;
        } catch (CertificateNotYetValidException e) {
            return Verdict.NOT_YET_VALID;
        }
    }

    private boolean hasPurpose(X509Certificate certificate) {
        try {
            List<String> usages = certificate.getExtendedKeyUsage();
            return usages == null || usages.contains(peer.usage) || usages.contains(ANY_USAGE);
        } catch (CertificateParsingException e) {
            return false;
        }
    }

    private Verdict revocation(List<X509Certificate> path, Instant now) {
        if (revocationLists.isEmpty()) {
            return Verdict.GOOD;
        }
        for (int i = 0; i < path.size(); i++) {
            X509Certificate issuer = path.get(Math.min(i + 1, path.size() - 1));
            Verdict verdict = revocation(path.get(i), issuer, now);
            if (!verdict.isGood()) {
                return verdict;
            }
        }
        return Verdict.GOOD;
    }

    private Verdict revocation(X509Certificate certificate, X509Certificate issuer, Instant now) {
        Verdict verdict = Verdict.NO_REVOCATION_LIST;
        for (X509CRL list : revocationLists) {
            if (!isListOf(list, issuer)) {
                continue;
            }
            if (list.isRevoked(certificate)) {
                return Verdict.REVOKED;
            }
            boolean isOld = list.getNextUpdate() != null
                    && list.getNextUpdate().toInstant().isBefore(now);
            if (!verdict.isGood()) {
                verdict = isOld ? Verdict.REVOCATION_LIST_EXPIRED : Verdict.GOOD;
            }
        }
        return verdict;
    }

    private static boolean isListOf(X509CRL list, X509Certificate issuer) {
        if (!list.getIssuerX500Principal().equals(issuer.getSubjectX500Principal())) {
            return false;
        }
        try {
            list.verify(issuer.getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
