package io.lamplighter.balancer.tls;

import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code ssl_stapling} and what belongs to it.
 *
 * @param file an answer as it is to be sent, DER
 * @param responder who is asked; empty for whom the certificate names
 * @param isVerified whether answers must be signed by one who may
 * @param trusted where the issuer of a certificate is looked for, beside its own chain
 */
public record Stapling(
        Optional<byte[]> file, Optional<String> responder, boolean isVerified, List<X509Certificate> trusted) {
    public Stapling {
        trusted = List.copyOf(trusted);
    }

    Optional<X509Certificate> issuer(Credential credential) {
        X509Certificate certificate = credential.certificate();
        return Stream.concat(credential.chain().stream().skip(1), trusted.stream())
                .filter(candidate -> isIssuer(candidate, certificate))
                .findFirst();
    }

    private static boolean isIssuer(X509Certificate candidate, X509Certificate certificate) {
        if (!candidate.getSubjectX500Principal().equals(certificate.getIssuerX500Principal())) {
            return false;
        }
        try {
            certificate.verify(candidate.getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
