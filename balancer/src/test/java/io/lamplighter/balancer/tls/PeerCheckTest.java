package io.lamplighter.balancer.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.tls.TestPki.Identity;
import java.security.cert.X509CRL;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.junit.jupiter.api.Test;

/** Whom {@link PeerCheck} trusts, and what it says of the others. */
class PeerCheckTest {
    private final Instant now = Instant.now();
    private static final Identity ROOT = TestPki.elliptic("root").authority().selfSigned();
    private static final Identity MIDDLE =
            TestPki.elliptic("middle").authority().by(ROOT);
    private static final Identity CLIENT = TestPki.elliptic("client").by(MIDDLE);

    private Verdict verdict(List<Identity> trusted, Identity... sent) {
        return check(trusted, List.of(), 1, sent).verdict();
    }

    private PeerCheck.Outcome check(List<Identity> trusted, List<X509CRL> lists, int depth, Identity... sent) {
        return PeerCheck.ofClients(TestPki.chain(trusted.toArray(new Identity[0])), lists, depth)
                .check(TestPki.chain(sent), now);
    }

    @Test
    void aChainThatEndsAtATrustedAuthorityIsGoodAndItsWholePathIsTold() {
        PeerCheck.Outcome outcome = check(List.of(ROOT), List.of(), 1, CLIENT, MIDDLE);
        assertThat(outcome.verdict()).isEqualTo(Verdict.GOOD);
        assertThat(outcome.path()).isEqualTo(TestPki.chain(CLIENT, MIDDLE, ROOT));
    }

    @Test
    void aTrustedCertificateBetweenNeedNotBeSent() {
        assertThat(verdict(List.of(ROOT, MIDDLE), CLIENT)).isEqualTo(Verdict.GOOD);
    }

    @Test
    void aTrustedCertificateThatIsNotSelfSignedEndsNoPath() {
        assertThat(verdict(List.of(MIDDLE), CLIENT)).isEqualTo(Verdict.NO_ISSUER_IN_TRUST);
    }

    @Test
    void aSelfSignedCertificateIsGoodExactlyIfItIsTrustedItselfWhateverItsVersion() {
        Identity old = TestPki.versionOne("old");
        assertThat(verdict(List.of(old), old)).isEqualTo(Verdict.GOOD);
        assertThat(verdict(List.of(ROOT), old)).isEqualTo(Verdict.SELF_SIGNED);
        assertThat(verdict(List.of(), old)).isEqualTo(Verdict.SELF_SIGNED);
    }

    @Test
    void whoVouchesForStrangersIsMissedInOpenSslsWords() {
        Identity otherRoot = TestPki.elliptic("other").authority().selfSigned();
        assertThat(verdict(List.of(otherRoot), CLIENT)).isEqualTo(Verdict.NO_ISSUER_OF_FIRST);
        assertThat(verdict(List.of(otherRoot), CLIENT, MIDDLE)).isEqualTo(Verdict.NO_ISSUER);
        assertThat(verdict(List.of(otherRoot), CLIENT, MIDDLE, ROOT)).isEqualTo(Verdict.SELF_SIGNED_IN_CHAIN);
    }

    @Test
    void aCertificateIsRefusedBeforeAndAfterItsTime() {
        Identity old =
                TestPki.elliptic("old").to(now.minus(Duration.ofMinutes(1))).by(ROOT);
        Identity early =
                TestPki.elliptic("early").from(now.plus(Duration.ofHours(1))).by(ROOT);
        assertThat(verdict(List.of(ROOT), old)).isEqualTo(Verdict.EXPIRED);
        assertThat(verdict(List.of(ROOT), early)).isEqualTo(Verdict.NOT_YET_VALID);
    }

    @Test
    void thePathMayHaveAsManyCertificatesBetweenItsEndsAsTheDepth() {
        assertThat(check(List.of(ROOT), List.of(), 0, CLIENT, MIDDLE).verdict()).isEqualTo(Verdict.TOO_LONG);
        Identity direct = TestPki.elliptic("direct").by(ROOT);
        assertThat(check(List.of(ROOT), List.of(), 0, direct).verdict()).isEqualTo(Verdict.GOOD);
    }

    @Test
    void oneThatMayNotIssueCertificatesVouchesForNobody() {
        Identity noAuthority = TestPki.elliptic("no authority").by(ROOT);
        Identity client = TestPki.elliptic("client").by(noAuthority);
        assertThat(verdict(List.of(ROOT), client, noAuthority)).isEqualTo(Verdict.INVALID_CA);
    }

    @Test
    void aForgedSignatureIsNotFollowed() {
        Identity impostor = TestPki.elliptic("root").authority().selfSigned();
        Identity client = TestPki.elliptic("client").by(impostor);
        assertThat(verdict(List.of(ROOT), client).isGood()).isFalse();
    }

    @Test
    void aCertificateForServersIsNoneForClients() {
        Identity server = TestPki.elliptic("server")
                .purpose(KeyPurposeId.id_kp_serverAuth)
                .by(ROOT);
        assertThat(verdict(List.of(ROOT), server)).isEqualTo(Verdict.WRONG_PURPOSE);
        assertThat(PeerCheck.ofServers(TestPki.chain(ROOT), List.of(), 1)
                        .check(TestPki.chain(server), now)
                        .verdict())
                .isEqualTo(Verdict.GOOD);
    }

    @Test
    void aRevokedCertificateIsRefusedWhereverItStands() {
        Instant tomorrow = now.plus(Duration.ofDays(1));
        X509CRL ofRoot = TestPki.revocationList(ROOT, tomorrow);
        X509CRL ofMiddle = TestPki.revocationList(MIDDLE, tomorrow);
        X509CRL withClient = TestPki.revocationList(MIDDLE, tomorrow, CLIENT.certificate());
        X509CRL withMiddle = TestPki.revocationList(ROOT, tomorrow, MIDDLE.certificate());
        assertThat(withLists(ofRoot, ofMiddle)).isEqualTo(Verdict.GOOD);
        assertThat(withLists(ofRoot, withClient)).isEqualTo(Verdict.REVOKED);
        assertThat(withLists(withMiddle, ofMiddle)).isEqualTo(Verdict.REVOKED);
    }

    @Test
    void aRevocationListIsNeededOfEachIssuerAndMustBeOfItsTime() {
        X509CRL ofRoot = TestPki.revocationList(ROOT, now.plus(Duration.ofDays(1)));
        X509CRL old = TestPki.revocationList(MIDDLE, now.minus(Duration.ofMinutes(1)));
        assertThat(withLists(ofRoot)).isEqualTo(Verdict.NO_REVOCATION_LIST);
        assertThat(withLists(ofRoot, old)).isEqualTo(Verdict.REVOCATION_LIST_EXPIRED);
    }

    private Verdict withLists(X509CRL... lists) {
        return check(List.of(ROOT), List.of(lists), 1, CLIENT, MIDDLE).verdict();
    }
}
