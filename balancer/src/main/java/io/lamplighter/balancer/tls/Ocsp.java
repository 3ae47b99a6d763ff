package io.lamplighter.balancer.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.x509.AccessDescription;
import org.bouncycastle.asn1.x509.AuthorityInformationAccess;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509CertificateHolder;
import org.bouncycastle.cert.ocsp.BasicOCSPResp;
import org.bouncycastle.cert.ocsp.CertificateID;
import org.bouncycastle.cert.ocsp.CertificateStatus;
import org.bouncycastle.cert.ocsp.OCSPException;
import org.bouncycastle.cert.ocsp.OCSPReqBuilder;
import org.bouncycastle.cert.ocsp.OCSPResp;
import org.bouncycastle.cert.ocsp.RevokedStatus;
import org.bouncycastle.cert.ocsp.SingleResp;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a responder about one certificate, and what its answer says: OCSP, RFC 6960.
 *
 * <p>Threads: immutable.
 */
final class Ocsp {
    /** Whether a certificate was revoked. */
    enum Status {
        GOOD,
        REVOKED,
        UNKNOWN
    }

    /**
     * An answer that could be read.
     *
     * @param until when it is no longer true
     */
    record Answer(Status status, Instant until) {}

    /** nginx's, for clocks that differ. */
    private static final Duration SKEW = Duration.ofMinutes(5);
    /** nginx's, for answers that do not say how long they are true. */
    private static final Duration DEFAULT_VALIDITY = Duration.ofHours(1);

    private static final String OCSP_SIGNING = "1.3.6.1.5.5.7.3.9";

    private final X509Certificate certificate;
    private final X509Certificate issuer;
    private final CertificateID id;

    /** @throws TlsException if the certificates are too strange to ask for */
    Ocsp(X509Certificate certificate, X509Certificate issuer) throws TlsException {
        this.certificate = certificate;
        this.issuer = issuer;
        try {
            this.id = new CertificateID(
                    new JcaDigestCalculatorProviderBuilder().build().get(CertificateID.HASH_SHA1),
                    new JcaX509CertificateHolder(issuer),
                    certificate.getSerialNumber());
        } catch (OCSPException | CertificateException | OperatorCreationException e) {
            throw TlsException.because("no OCSP request can be made", e);
        }
    }

    /** The same for the same certificate of the same issuer. */
    Object key() {
        return id;
    }

    /** The request's bytes. */
    byte[] request() throws TlsException {
        try {
            return new OCSPReqBuilder().addRequest(id).build().getEncoded();
        } catch (OCSPException | IOException e) {
            throw TlsException.because("no OCSP request can be made", e);
        }
    }

    /** Where the certificate says that answers are to be had; the first address of http. */
    Optional<String> responder() {
        byte[] extension = certificate.getExtensionValue(Extension.authorityInfoAccess.getId());
        if (extension == null) {
            return Optional.empty();
        }
        try {
            AuthorityInformationAccess access = AuthorityInformationAccess.fromExtensions(
                    new JcaX509CertificateHolder(certificate).getExtensions());
            for (AccessDescription description : access.getAccessDescriptions()) {
                GeneralName location = description.getAccessLocation();
                boolean isUri = location.getTagNo() == GeneralName.uniformResourceIdentifier;
                if (isUri && description.getAccessMethod().equals(AccessDescription.id_ad_ocsp)) {
                    return Optional.of(location.getName().toString());
                }
            }
        } catch (CertificateException | IllegalArgumentException e) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    /**
     * Reads an answer.
     *
     * @param isTrustNeeded whether the signer must be the issuer, or one that the issuer lets sign such answers
     * @throws TlsException if it is none about this certificate that can be believed now
     */
    Answer answer(byte[] bytes, boolean isTrustNeeded, Instant now) throws TlsException {
        try {
            OCSPResp response = new OCSPResp(bytes);
            if (response.getStatus() != OCSPResp.SUCCESSFUL) {
                throw new TlsException("OCSP response not successful (" + response.getStatus() + ")");
            }
            if (!(response.getResponseObject() instanceof BasicOCSPResp basic)) {
                throw new TlsException("OCSP response of an unknown kind");
            }
            checkSigner(basic, isTrustNeeded);
            return answer(basic, now);
        } catch (IOException | OCSPException | IllegalArgumentException e) {
            throw TlsException.because("OCSP response cannot be read", e);
        }
    }

    private Answer answer(BasicOCSPResp basic, Instant now) throws TlsException {
        for (SingleResp single : basic.getResponses()) {
            if (isAboutThis(single.getCertID())) {
                return answer(single, now);
            }
        }
        throw new TlsException("certificate status not found in the OCSP response");
    }

    /** Responders may hash by another algorithm than they were asked with. */
    private boolean isAboutThis(CertificateID other) throws TlsException {
        if (id.equals(other)) {
            return true;
        }
        try {
            return other.getSerialNumber().equals(certificate.getSerialNumber())
                    && other.matchesIssuer(
                            new JcaX509CertificateHolder(issuer), new JcaDigestCalculatorProviderBuilder().build());
        } catch (OCSPException | CertificateException | OperatorCreationException e) {
            throw TlsException.because("OCSP response cannot be read", e);
        }
    }

    private static Answer answer(SingleResp single, Instant now) throws TlsException {
        Date next = single.getNextUpdate();
        Instant until = next == null ? now.plus(DEFAULT_VALIDITY) : next.toInstant();
        boolean isFromFuture = single.getThisUpdate().toInstant().isAfter(now.plus(SKEW));
        if (isFromFuture || until.isBefore(now.minus(SKEW))) {
            throw new TlsException("OCSP response is not valid now");
        }
        return new Answer(status(single.getCertStatus()), until);
    }

    @SuppressWarnings("ReferenceEquality") // Bouncy Castle says "good" by an object, which is null
    private static Status status(@Nullable CertificateStatus status) {
        if (status == CertificateStatus.GOOD) {
            return Status.GOOD;
        }
        return status instanceof RevokedStatus ? Status.REVOKED : Status.UNKNOWN;
    }

    private void checkSigner(BasicOCSPResp basic, boolean isTrustNeeded) throws TlsException {
        for (X509Certificate candidate : candidates(basic)) {
            if (isSignedBy(basic, candidate)) {
                if (isTrustNeeded && !maySign(candidate)) {
                    throw new TlsException("OCSP response is signed by one who may not");
                }
                return;
            }
        }
        throw new TlsException("OCSP response has no valid signature");
    }

    private List<X509Certificate> candidates(BasicOCSPResp basic) throws TlsException {
        List<X509Certificate> candidates = new ArrayList<>(List.of(issuer));
        try {
            for (X509CertificateHolder holder : basic.getCerts()) {
                candidates.add(new JcaX509CertificateConverter().getCertificate(holder));
            }
        } catch (CertificateException e) {
            throw TlsException.because("OCSP response cannot be read", e);
        }
        return candidates;
    }

    private static boolean isSignedBy(BasicOCSPResp basic, X509Certificate signer) {
        try {
            return basic.isSignatureValid(new JcaContentVerifierProviderBuilder().build(signer));
        } catch (OCSPException | OperatorCreationException | RuntimeException e) {
            return false; // its key is of another kind
        }
    }

    private boolean maySign(X509Certificate signer) {
        if (signer.equals(issuer)) {
            return true;
        }
        try {
            signer.verify(issuer.getPublicKey());
            List<String> usages = signer.getExtendedKeyUsage();
            return usages != null && usages.contains(OCSP_SIGNING);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
