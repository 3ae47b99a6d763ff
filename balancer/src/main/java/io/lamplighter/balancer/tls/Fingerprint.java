package io.lamplighter.balancer.tls;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;

/** Digests of what is told apart by them. */
final class Fingerprint {
    private Fingerprint() {}

    /** Of a whole certificate, in lower-case hexadecimal digits. */
    static String sha1(X509Certificate certificate) {
        return HexFormat.of().formatHex(digest("SHA-1", encoded(certificate)));
    }

    static byte[] sha256(byte[] bytes) {
        return digest("SHA-256", bytes);
    }

    static byte[] encoded(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (CertificateEncodingException e) {
            throw new AssertionError("a certificate that was parsed has its encoding", e);
        }
    }

    private static byte[] digest(String algorithm, byte[] bytes) {
        try {
            return MessageDigest.getInstance(algorithm).digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has " + algorithm, e);
        }
    }
}
