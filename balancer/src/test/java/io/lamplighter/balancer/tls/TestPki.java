package io.lamplighter.balancer.tls;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.jcajce.JcaX509CRLConverter;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v1CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v2CRLBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Certificates made while tests run; none is kept in the repository. Elliptic curves, as they are made fastest. */
public final class TestPki {
    private static final AtomicLong SERIAL = new AtomicLong(4096);

    /**
     * Who has a key and a certificate of it.
     *
     * @param certificate of the key
     * @param key secret
     */
    public record Identity(X509Certificate certificate, PrivateKey key) {
        /** Writes {@code name.crt} and {@code name.key}. */
        public void write(Path directory, String name, X509Certificate... chain) {
            StringBuilder text = new StringBuilder(pem(certificate));
            for (X509Certificate next : chain) {
                text.append(pem(next));
            }
            TestPki.write(directory.resolve(name + ".crt"), text.toString());
            TestPki.write(directory.resolve(name + ".key"), pem(pkcs8(key)));
        }
    }

    /** What a certificate says; methods change it, {@link #by} and {@link #selfSigned} make it. */
    public static final class Request {
        private final String name;
        private final KeyPair keys;
        private Instant from = Instant.now().minus(Duration.ofHours(1));
        private Instant to = Instant.now().plus(Duration.ofDays(2));
        private boolean isAuthority;
        private KeyPurposeId purpose;
        private GeneralName[] names = {};

        private Request(String name, KeyPair keys) {
            this.name = name;
            this.keys = keys;
        }

        public Request authority() {
            isAuthority = true;
            return this;
        }

        public Request from(Instant begin) {
            from = begin;
            return this;
        }

        public Request to(Instant end) {
            to = end;
            return this;
        }

        public Request purpose(KeyPurposeId only) {
            purpose = only;
            return this;
        }

        public Request named(String... hosts) {
            names = Arrays.stream(hosts)
                    .map(host -> new GeneralName(
                            host.matches("[0-9.]+|.*:.*") ? GeneralName.iPAddress : GeneralName.dNSName, host))
                    .toArray(GeneralName[]::new);
            return this;
        }

        public Identity selfSigned() {
            return signed(subject(), keys.getPrivate());
        }

        public Identity by(Identity issuer) {
            return signed(issuer.certificate.getSubjectX500Principal(), issuer.key);
        }

        private X500Principal subject() {
            return new X500Principal("CN=" + name);
        }

        private Identity signed(X500Principal issuer, PrivateKey issuerKey) {
            try {
                JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                        issuer,
                        BigInteger.valueOf(SERIAL.getAndIncrement()),
                        Date.from(from),
                        Date.from(to),
                        subject(),
                        keys.getPublic());
                if (isAuthority) {
                    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
                }
                if (purpose != null) {
                    builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose));
                }
                if (names.length > 0) {
                    builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
                }
                return new Identity(
                        new JcaX509CertificateConverter().getCertificate(builder.build(signer(issuerKey))),
                        keys.getPrivate());
            } catch (IOException | GeneralSecurityException e) {
                throw new AssertionError(e);
            }
        }
    }

    private TestPki() {}

    public static Request elliptic(String name) {
        return new Request(name, keys("EC"));
    }

    public static Request rsa(String name) {
        return new Request(name, keys("RSA"));
    }

    /** Of version 1, as {@code openssl req -x509} makes them without a configuration. */
    public static Identity versionOne(String name) {
        KeyPair keys = keys("EC");
        X500Principal subject = new X500Principal("CN=" + name);
        try {
            JcaX509v1CertificateBuilder builder = new JcaX509v1CertificateBuilder(
                    subject,
                    BigInteger.valueOf(SERIAL.getAndIncrement()),
                    Date.from(Instant.now().minus(Duration.ofHours(1))),
                    Date.from(Instant.now().plus(Duration.ofDays(2))),
                    subject,
                    keys.getPublic());
            return new Identity(
                    new JcaX509CertificateConverter().getCertificate(builder.build(signer(keys.getPrivate()))),
                    keys.getPrivate());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** A revocation list. */
    public static X509CRL revocationList(Identity issuer, Instant nextUpdate, X509Certificate... revoked) {
        try {
            JcaX509v2CRLBuilder builder = new JcaX509v2CRLBuilder(
                    issuer.certificate.getSubjectX500Principal(),
                    Date.from(Instant.now().minus(Duration.ofHours(2))));
            builder.setNextUpdate(Date.from(nextUpdate));
            for (X509Certificate certificate : revoked) {
                builder.addCRLEntry(certificate.getSerialNumber(), Date.from(Instant.now()), CRLReason.keyCompromise);
            }
            return new JcaX509CRLConverter().getCRL(builder.build(signer(issuer.key)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    static ContentSigner signer(PrivateKey key) {
        try {
            String algorithm = key.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
            return new JcaContentSignerBuilder(algorithm).build(key);
        } catch (OperatorCreationException e) {
            throw new AssertionError(e);
        }
    }

    private static KeyPair keys(String algorithm) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
            if (algorithm.equals("EC")) {
                generator.initialize(new ECGenParameterSpec("secp256r1"));
            } else {
                generator.initialize(2048);
            }
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static Object pkcs8(PrivateKey key) {
        try {
            return new JcaPKCS8Generator(key, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Anything that Bouncy Castle writes as PEM. */
    static String pem(Object object) {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(object);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    public static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<X509Certificate> chain(Identity... identities) {
        return Arrays.stream(identities).map(Identity::certificate).toList();
    }
}
