package io.lamplighter.balancer.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lamplighter.balancer.variable.BuiltIn;
import io.lamplighter.balancer.variable.Octets;
import java.math.BigInteger;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Date;
import java.util.Locale;
import java.util.Map;
import javax.security.auth.x500.X500Principal;

/** The parts of a client's certificate as variables have them, in the forms of OpenSSL. */
final class CertificateText {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("MMM ppd HH:mm:ss yyyy 'GMT'", Locale.ENGLISH);

    /** Names of attributes that RFC 2253 has none for, but OpenSSL. */
    private static final Map<String, String> ATTRIBUTES = Map.of(
            "1.2.840.113549.1.9.1", "emailAddress",
            "2.5.4.4", "SN",
            "2.5.4.5", "serialNumber",
            "2.5.4.12", "title",
            "2.5.4.42", "GN",
            "2.5.4.43", "initials",
            "2.5.4.46", "dnQualifier",
            "2.5.4.97", "organizationIdentifier");

    private CertificateText() {}

    /** Empty for what is no part of a certificate. */
    static String value(BuiltIn variable, X509Certificate certificate) {
        return switch (variable) {
            case SSL_CLIENT_CERT -> indented(pem(certificate));
            case SSL_CLIENT_ESCAPED_CERT ->
                URLEncoder.encode(pem(certificate), StandardCharsets.US_ASCII).replace("+", "%20");
            case SSL_CLIENT_FINGERPRINT -> Fingerprint.sha1(certificate);
            case SSL_CLIENT_I_DN -> name(certificate.getIssuerX500Principal());
            case SSL_CLIENT_RAW_CERT -> pem(certificate);
            case SSL_CLIENT_S_DN -> name(certificate.getSubjectX500Principal());
            case SSL_CLIENT_SERIAL -> serial(certificate.getSerialNumber());
            case SSL_CLIENT_V_END -> time(certificate.getNotAfter());
            case SSL_CLIENT_V_REMAIN -> daysLeft(certificate);
            case SSL_CLIENT_V_START -> time(certificate.getNotBefore());
            default -> "";
        };
    }

    private static String pem(X509Certificate certificate) {
        String body =
                Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(Fingerprint.encoded(certificate));
        return "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n";
    }

    /** As a header field with continued lines. */
    private static String indented(String pem) {
        return pem.strip().replace("\n", "\n\t");
    }

    private static String name(X500Principal name) {
        return Octets.of(name.getName(X500Principal.RFC2253, ATTRIBUTES));
    }

    private static String serial(BigInteger number) {
        String digits = number.toString(16).toUpperCase(Locale.ROOT);
        return digits.length() % 2 == 0 ? digits : "0" + digits;
    }

    private static String time(Date date) {
        return TIME.format(ZonedDateTime.ofInstant(date.toInstant(), ZoneOffset.UTC));
    }

    private static String daysLeft(X509Certificate certificate) {
        long days = Duration.between(Instant.now(), certificate.getNotAfter().toInstant())
                .toDays();
        return Long.toString(Math.max(0, days));
    }
}
