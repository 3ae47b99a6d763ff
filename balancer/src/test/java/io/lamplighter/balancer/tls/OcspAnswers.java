package io.lamplighter.balancer.tls;

import io.lamplighter.balancer.tls.TestPki.Identity;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateHolder;
import org.bouncycastle.cert.ocsp.BasicOCSPRespBuilder;
import org.bouncycastle.cert.ocsp.CertificateID;
import org.bouncycastle.cert.ocsp.CertificateStatus;
import org.bouncycastle.cert.ocsp.OCSPException;
import org.bouncycastle.cert.ocsp.OCSPRespBuilder;
import org.bouncycastle.operator.DigestCalculatorProvider;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;

/** What responders say. */
public final class OcspAnswers {
    private OcspAnswers() {}

    /**
     * An answer in DER, of an hour before {@code now} and until {@code until}.
     *
     * @param issuer who made the certificate of the number {@code serial}
     */
    public static byte[] of(
            CertificateStatus status,
            Identity signer,
            X509Certificate issuer,
            BigInteger serial,
            Instant now,
            Instant until) {
        try {
            DigestCalculatorProvider digests = new JcaDigestCalculatorProviderBuilder().build();
            CertificateID id = new CertificateID(
                    digests.get(CertificateID.HASH_SHA1), new JcaX509CertificateHolder(issuer), serial);
            BasicOCSPRespBuilder builder = new BasicOCSPRespBuilder(
                    SubjectPublicKeyInfo.getInstance(
                            signer.certificate().getPublicKey().getEncoded()),
                    digests.get(CertificateID.HASH_SHA1));
            builder.addResponse(id, status, Date.from(now.minus(Duration.ofHours(1))), Date.from(until));
            X509CertificateHolder[] certificates = {new JcaX509CertificateHolder(signer.certificate())};
            return new OCSPRespBuilder()
                    .build(
                            OCSPRespBuilder.SUCCESSFUL,
                            builder.build(TestPki.signer(signer.key()), certificates, Date.from(now)))
                    .getEncoded();
        } catch (OperatorCreationException | OCSPException | GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }
}
