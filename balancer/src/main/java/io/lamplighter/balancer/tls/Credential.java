package io.lamplighter.balancer.tls;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * A certificate with its key.
 *
 * @param chain the certificate, then those that lead to its authority
 * @param key of the first
 */
public record Credential(List<X509Certificate> chain, PrivateKey key) {
    private static final byte[] PROBE = "which key is it".getBytes(StandardCharsets.US_ASCII);

    public Credential {
        chain = List.copyOf(chain);
    }

    /**
     * A certificate and a key that belong together.
     *
     * @throws TlsException if they do not
     */
    static Credential of(List<X509Certificate> chain, PrivateKey key) throws TlsException {
        if (!isKeyOf(chain.get(0), key)) {
            throw new TlsException("the key is not that of the certificate (key values mismatch)");
        }
        return new Credential(chain, key);
    }

    private static boolean isKeyOf(X509Certificate certificate, PrivateKey key) {
        if (!certificate.getPublicKey().getAlgorithm().equals(key.getAlgorithm())) {
            return false;
        }
        try {
            Signature signature = Signature.getInstance(signatureOf(key));
            signature.initSign(key);
            signature.update(PROBE);
            byte[] signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update(PROBE);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static String signatureOf(PrivateKey key) {
        return switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
    }

    X509Certificate certificate() {
        return chain.get(0);
    }

    /** Whether it signs by elliptic curves, which a client has to know. */
    boolean isEcdsa() {
        return key.getAlgorithm().equals("EC");
    }
}
