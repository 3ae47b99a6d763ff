package io.lamplighter.balancer.tls;

import io.lamplighter.balancer.variable.IpText;
import io.lamplighter.balancer.variable.Octets;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x500.style.IETFUtils;

/**
 * Whether a certificate is that of a host (RFC 6125 section 6). One without a name in its subject's alternatives is known by its
 * common name, as OpenSSL still has it.
 */
final class HostNames {
    private static final int DNS = 2;
    private static final int IP = 7;

    private HostNames() {}

    /** Whether a certificate names a host: by its name, by a name with {@code *} as first label, or by its address. */
    static boolean includes(X509Certificate certificate, String host) {
        byte[] address = IpText.parse(host);
        List<String> names = alternatives(certificate, DNS);
        if (address != null && alternatives(certificate, IP).stream().anyMatch(text -> isAddress(text, address))) {
            return true;
        }
        Stream<String> known = names.isEmpty() ? commonNames(certificate) : names.stream();
        return known.anyMatch(name -> isName(Octets.lowerCase(name), Octets.lowerCase(host)));
    }

    private static boolean isAddress(String text, byte[] address) {
        byte[] other = IpText.parse(text);
        return other != null && Arrays.equals(other, address);
    }

    private static boolean isName(String pattern, String host) {
        if (pattern.equals(host)) {
            return true;
        }
        int dot = host.indexOf('.');
        boolean isWildcard = pattern.startsWith("*.") && pattern.indexOf('.', 2) > 0;
        return isWildcard && dot > 0 && pattern.substring(1).equals(host.substring(dot));
    }

    private static List<String> alternatives(X509Certificate certificate, int type) {
        try {
            Collection<List<?>> all = certificate.getSubjectAlternativeNames();
            return all == null
                    ? List.of()
                    : all.stream()
                            .filter(one -> Integer.valueOf(type).equals(one.get(0)))
                            .map(one -> String.valueOf(one.get(1)))
                            .toList();
        } catch (CertificateParsingException e) {
            return List.of();
        }
    }

    private static Stream<String> commonNames(X509Certificate certificate) {
        RDN[] names = X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded())
                .getRDNs(BCStyle.CN);
        return Arrays.stream(names)
                .map(name -> IETFUtils.valueToString(name.getFirst().getValue()));
    }
}
