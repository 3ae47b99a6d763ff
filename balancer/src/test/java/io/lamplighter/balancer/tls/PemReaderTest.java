package io.lamplighter.balancer.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lamplighter.balancer.tls.TestPki.Identity;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PKCS8Generator;
import org.bouncycastle.openssl.jcajce.JcaMiscPEMGenerator;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8EncryptorBuilder;
import org.bouncycastle.openssl.jcajce.JcePEMEncryptorBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.util.io.pem.PemObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files {@link PemReader} understands, and what it says of the others. */
class PemReaderTest {
    private static final Identity ROOT = TestPki.elliptic("root").authority().selfSigned();
    private static final Identity ELLIPTIC = TestPki.elliptic("elliptic").by(ROOT);
    private static final Identity RSA = TestPki.rsa("rsa").by(ROOT);
    /** What {@code openssl ecparam -genkey} puts in front of a key: the name of its curve. */
    private static final String CURVE =
            "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n";

    @TempDir
    Path directory;

    private PemReader reader() {
        return new PemReader(directory);
    }

    private void write(String name, String text) {
        TestPki.write(directory.resolve(name), text);
    }

    @Test
    void aFileHoldsAChainInOrderAndWhateverElse() throws TlsException {
        ELLIPTIC.write(directory, "a", ROOT.certificate());
        write("all", "a comment\n" + read("a.crt") + read("a.key"));
        assertThat(reader().certificates("all")).isEqualTo(TestPki.chain(ELLIPTIC, ROOT));
        assertThat(reader().key("all", List.of()).key()).isEqualTo(ELLIPTIC.key());
    }

    private String read(String name) {
        try {
            return Files.readString(directory.resolve(name));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void keysOfTheOldFormsAreRead() throws Exception {
        write("ec", CURVE + TestPki.pem(new PemObject("EC PRIVATE KEY", bareKey())));
        write("rsa", TestPki.pem(new JcaMiscPEMGenerator(RSA.key())));
        assertThat(read("ec")).contains("BEGIN EC PRIVATE KEY");
        assertThat(read("rsa")).contains("BEGIN RSA PRIVATE KEY");
        // The same keys, not of the same form: each signs for its certificate.
        assertThat(Credential.of(
                                TestPki.chain(ELLIPTIC),
                                reader().key("ec", List.of()).key())
                        .isEcdsa())
                .isTrue();
        assertThat(Credential.of(
                                TestPki.chain(RSA),
                                reader().key("rsa", List.of()).key())
                        .isEcdsa())
                .isFalse();
    }

    private static byte[] bareKey() throws IOException {
        BigInteger number = ((java.security.interfaces.ECPrivateKey) ELLIPTIC.key()).getS();
        return new ECPrivateKey(256, number, SECObjectIdentifiers.secp256r1).getEncoded();
    }

    @Test
    void anEncryptedKeyIsOpenedByWhicheverPasswordFits() throws Exception {
        write("new", encrypted("secret"));
        write("DES", encrypted("secret", PKCS8Generator.DES3_CBC));
        write(
                "old",
                TestPki.pem(new JcaMiscPEMGenerator(
                        RSA.key(),
                        new JcePEMEncryptorBuilder("AES-128-CBC")
                                .setProvider(new BouncyCastleProvider())
                                .build("secret".toCharArray()))));
        for (String name : List.of("new", "DES", "old")) {
            PemReader.Key key = reader().key(name, List.of("wrong", "secret"));
            assertThat(key.key()).isEqualTo(RSA.key());
            assertThat(key.isEncrypted()).isTrue();
        }
    }

    /** As {@code openssl genrsa -aes128} writes it. */
    private static String encrypted(String password) throws IOException {
        return encrypted(password, PKCS8Generator.AES_128_CBC);
    }

    private static String encrypted(String password, ASN1ObjectIdentifier cipher) throws IOException {
        try {
            return TestPki.pem(new JcaPKCS8Generator(
                    RSA.key(),
                    new JceOpenSSLPKCS8EncryptorBuilder(cipher)
                            .setPRF(PKCS8Generator.PRF_HMACSHA256)
                            .setProvider(new BouncyCastleProvider())
                            .setPassword(password.toCharArray())
                            .build()));
        } catch (OperatorCreationException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theMessageTellsWhatIsWrongWithAKey() throws Exception {
        write("encrypted", encrypted("secret"));
        write("certificate", TestPki.pem(ROOT.certificate()));
        Path at = directory;
        assertThatThrownBy(() -> reader().key("encrypted", List.of()))
                .hasMessage("cannot load certificate key \"" + at.resolve("encrypted")
                        + "\": it is encrypted, and there is no password file");
        assertThatThrownBy(() -> reader().key("encrypted", List.of("wrong"))).hasMessageEndingWith("no password fits");
        assertThatThrownBy(() -> reader().key("certificate", List.of())).hasMessageEndingWith("it holds no key in PEM");
        assertThatThrownBy(() -> reader().key("missing", List.of()))
                .hasMessageEndingWith("open() failed (2: No such file or directory)");
        assertThatThrownBy(() -> reader().key("engine:pkcs11:key", List.of()))
                .hasMessageContaining("engines and stores are not supported");
    }

    @Test
    void theMessageTellsWhatIsWrongWithACertificate() {
        write("empty", "");
        write("torn", "-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----\n");
        assertThatThrownBy(() -> reader().certificates("empty")).hasMessageEndingWith("it holds no certificate in PEM");
        assertThatThrownBy(() -> reader().certificates("torn"))
                .isInstanceOf(TlsException.class)
                .hasMessageStartingWith("cannot load certificate \"" + directory.resolve("torn"));
    }

    @Test
    void whatFollowsDataIsThePemItselfAndShownToNobody() throws TlsException {
        assertThat(reader().certificates("data:" + TestPki.pem(ROOT.certificate())))
                .containsExactly(ROOT.certificate());
        assertThatThrownBy(() -> reader().key("data:hunter2", List.of()))
                .hasMessage("cannot load certificate key \"data:...\": it holds no key in PEM");
    }

    @Test
    void passwordsAreLinesWhateverEndsThem() throws TlsException {
        write("passwords", "one\r\ntwo words\n\nthree");
        assertThat(reader().passwords("passwords")).containsExactly("one", "two words", "three");
    }

    @Test
    void aKeyMustBeThatOfItsCertificate() throws TlsException {
        assertThat(Credential.of(TestPki.chain(RSA), RSA.key()).isEcdsa()).isFalse();
        assertThat(Credential.of(TestPki.chain(ELLIPTIC), ELLIPTIC.key()).isEcdsa())
                .isTrue();
        for (Identity other : List.of(ROOT, RSA)) {
            assertThatThrownBy(() -> Credential.of(TestPki.chain(ELLIPTIC), other.key()))
                    .hasMessageContaining("key values mismatch");
        }
    }
}
