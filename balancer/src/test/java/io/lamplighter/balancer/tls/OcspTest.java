package io.lamplighter.balancer.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lamplighter.balancer.tls.TestPki.Identity;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.ocsp.CertificateStatus;
import org.bouncycastle.cert.ocsp.OCSPReq;
import org.bouncycastle.cert.ocsp.OCSPResp;
import org.bouncycastle.cert.ocsp.OCSPRespBuilder;
import org.bouncycastle.cert.ocsp.RevokedStatus;
import org.bouncycastle.cert.ocsp.UnknownStatus;
import org.junit.jupiter.api.Test;

/** Which answers of responders are believed. */
class OcspTest {
    private final Instant now = Instant.now();
    private static final Identity ROOT = TestPki.elliptic("root").authority().selfSigned();
    private static final Identity CLIENT = TestPki.elliptic("client").by(ROOT);
    private static final CertificateStatus GOOD = CertificateStatus.GOOD;

    private final Ocsp ocsp = new Ocsp(CLIENT.certificate(), ROOT.certificate());

    OcspTest() throws TlsException {}

    private byte[] answer(CertificateStatus status, Identity signer) {
        return answer(status, signer, CLIENT.certificate(), now.plus(Duration.ofHours(1)));
    }

    private byte[] answer(CertificateStatus status, Identity signer, X509Certificate about, Instant until) {
        return OcspAnswers.of(status, signer, ROOT.certificate(), about.getSerialNumber(), now, until);
    }

    @Test
    void theRequestIsAboutTheCertificate() throws Exception {
        OCSPReq request = new OCSPReq(ocsp.request());
        assertThat(request.getRequestList()).hasSize(1);
        assertThat(request.getRequestList()[0].getCertID().getSerialNumber())
                .isEqualTo(CLIENT.certificate().getSerialNumber());
    }

    @Test
    void theIssuersWordCounts() throws Exception {
        assertThat(ocsp.answer(answer(GOOD, ROOT), true, now).status()).isEqualTo(Ocsp.Status.GOOD);
        assertThat(ocsp.answer(answer(new RevokedStatus(Date.from(now), 0), ROOT), true, now)
                        .status())
                .isEqualTo(Ocsp.Status.REVOKED);
        assertThat(ocsp.answer(answer(new UnknownStatus(), ROOT), true, now).status())
                .isEqualTo(Ocsp.Status.UNKNOWN);
    }

    @Test
    void soDoesThatOfOneWhomTheIssuerLetsSign() throws Exception {
        Identity signer = TestPki.elliptic("signer")
                .purpose(KeyPurposeId.id_kp_OCSPSigning)
                .by(ROOT);
        assertThat(ocsp.answer(answer(GOOD, signer), true, now).status()).isEqualTo(Ocsp.Status.GOOD);
    }

    @Test
    void nobodyElseIsBelievedUnlessTrustIsNotNeeded() throws Exception {
        Identity stranger = TestPki.elliptic("stranger").authority().selfSigned();
        Identity sibling = TestPki.elliptic("sibling").by(ROOT);
        for (Identity signer : new Identity[] {stranger, sibling}) {
            assertThatThrownBy(() -> ocsp.answer(answer(GOOD, signer), true, now))
                    .hasMessage("OCSP response is signed by one who may not");
        }
        assertThat(ocsp.answer(answer(GOOD, stranger), false, now).status()).isEqualTo(Ocsp.Status.GOOD);
    }

    @Test
    void anAnswerIsTrueUntilItsEndAndFiveMinutesForClocks() throws Exception {
        byte[] old = answer(GOOD, ROOT, CLIENT.certificate(), now.minus(Duration.ofMinutes(6)));
        byte[] justOld = answer(GOOD, ROOT, CLIENT.certificate(), now.minus(Duration.ofMinutes(4)));
        assertThatThrownBy(() -> ocsp.answer(old, true, now)).hasMessage("OCSP response is not valid now");
        assertThat(ocsp.answer(justOld, true, now).status()).isEqualTo(Ocsp.Status.GOOD);
    }

    @Test
    void anAnswerAboutAnotherCertificateOrNoAnswerAtAllIsNone() throws Exception {
        byte[] other = answer(GOOD, ROOT, ROOT.certificate(), now.plus(Duration.ofHours(1)));
        byte[] refused = new OCSPRespBuilder().build(OCSPResp.TRY_LATER, null).getEncoded();
        assertThatThrownBy(() -> ocsp.answer(other, true, now))
                .hasMessage("certificate status not found in the OCSP response");
        assertThatThrownBy(() -> ocsp.answer(refused, true, now)).hasMessage("OCSP response not successful (3)");
        assertThatThrownBy(() -> ocsp.answer(new byte[] {1, 2, 3}, true, now)).isInstanceOf(TlsException.class);
    }
}
