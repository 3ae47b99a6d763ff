package io.lamplighter.balancer.tls;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What OpenSSL, and so nginx, calls the numbers of a ClientHello; those without a name here are shown as numbers. */
final class OpenSslNames {
    private static final Map<Integer, String> SUITES = Map.ofEntries(
            Map.entry(0x1301, "TLS_AES_128_GCM_SHA256"),
            Map.entry(0x1302, "TLS_AES_256_GCM_SHA384"),
            Map.entry(0x1303, "TLS_CHACHA20_POLY1305_SHA256"),
            Map.entry(0x1304, "TLS_AES_128_CCM_SHA256"),
            Map.entry(0x00FF, "TLS_EMPTY_RENEGOTIATION_INFO_SCSV"),
            Map.entry(0xC02B, "ECDHE-ECDSA-AES128-GCM-SHA256"),
            Map.entry(0xC02C, "ECDHE-ECDSA-AES256-GCM-SHA384"),
            Map.entry(0xC02F, "ECDHE-RSA-AES128-GCM-SHA256"),
            Map.entry(0xC030, "ECDHE-RSA-AES256-GCM-SHA384"),
            Map.entry(0xCCA8, "ECDHE-RSA-CHACHA20-POLY1305"),
            Map.entry(0xCCA9, "ECDHE-ECDSA-CHACHA20-POLY1305"),
            Map.entry(0xCCAA, "DHE-RSA-CHACHA20-POLY1305"),
            Map.entry(0xC009, "ECDHE-ECDSA-AES128-SHA"),
            Map.entry(0xC00A, "ECDHE-ECDSA-AES256-SHA"),
            Map.entry(0xC013, "ECDHE-RSA-AES128-SHA"),
            Map.entry(0xC014, "ECDHE-RSA-AES256-SHA"),
            Map.entry(0xC023, "ECDHE-ECDSA-AES128-SHA256"),
            Map.entry(0xC024, "ECDHE-ECDSA-AES256-SHA384"),
            Map.entry(0xC027, "ECDHE-RSA-AES128-SHA256"),
            Map.entry(0xC028, "ECDHE-RSA-AES256-SHA384"),
            Map.entry(0x009E, "DHE-RSA-AES128-GCM-SHA256"),
            Map.entry(0x009F, "DHE-RSA-AES256-GCM-SHA384"),
            Map.entry(0x0067, "DHE-RSA-AES128-SHA256"),
            Map.entry(0x006B, "DHE-RSA-AES256-SHA256"),
            Map.entry(0x0033, "DHE-RSA-AES128-SHA"),
            Map.entry(0x0039, "DHE-RSA-AES256-SHA"),
            Map.entry(0x009C, "AES128-GCM-SHA256"),
            Map.entry(0x009D, "AES256-GCM-SHA384"),
            Map.entry(0x003C, "AES128-SHA256"),
            Map.entry(0x003D, "AES256-SHA256"),
            Map.entry(0x002F, "AES128-SHA"),
            Map.entry(0x0035, "AES256-SHA"),
            Map.entry(0x000A, "DES-CBC3-SHA"));

    private static final Map<Integer, String> GROUPS = Map.ofEntries(
            Map.entry(23, "prime256v1"),
            Map.entry(24, "secp384r1"),
            Map.entry(25, "secp521r1"),
            Map.entry(29, "X25519"),
            Map.entry(30, "X448"),
            Map.entry(256, "ffdhe2048"),
            Map.entry(257, "ffdhe3072"),
            Map.entry(258, "ffdhe4096"),
            Map.entry(259, "ffdhe6144"),
            Map.entry(260, "ffdhe8192"),
            Map.entry(0x11EC, "X25519MLKEM768"));

    /** Names of RFC 8446 section 4.2.3, which OpenSSL writes too. */
    private static final Map<Integer, String> SIGNATURES = Map.ofEntries(
            Map.entry(0x0201, "rsa_pkcs1_sha1"),
            Map.entry(0x0203, "ecdsa_sha1"),
            Map.entry(0x0401, "rsa_pkcs1_sha256"),
            Map.entry(0x0501, "rsa_pkcs1_sha384"),
            Map.entry(0x0601, "rsa_pkcs1_sha512"),
            Map.entry(0x0403, "ecdsa_secp256r1_sha256"),
            Map.entry(0x0503, "ecdsa_secp384r1_sha384"),
            Map.entry(0x0603, "ecdsa_secp521r1_sha512"),
            Map.entry(0x0804, "rsa_pss_rsae_sha256"),
            Map.entry(0x0805, "rsa_pss_rsae_sha384"),
            Map.entry(0x0806, "rsa_pss_rsae_sha512"),
            Map.entry(0x0807, "ed25519"),
            Map.entry(0x0808, "ed448"),
            Map.entry(0x0809, "rsa_pss_pss_sha256"),
            Map.entry(0x080A, "rsa_pss_pss_sha384"),
            Map.entry(0x080B, "rsa_pss_pss_sha512"));

    private OpenSslNames() {}

    static String suites(List<Integer> numbers) {
        return names(numbers, SUITES);
    }

    static String groups(List<Integer> numbers) {
        return names(numbers, GROUPS);
    }

    static String signatures(List<Integer> numbers) {
        return names(numbers, SIGNATURES);
    }

    private static String names(List<Integer> numbers, Map<Integer, String> known) {
        return numbers.stream()
                .map(number -> known.getOrDefault(number, "0x%04x".formatted(number)))
                .collect(Collectors.joining(":"));
    }

    /** BoringSSL's name of a group as OpenSSL writes it. */
    static String group(String name) {
        return switch (name) {
            case "P-256" -> "prime256v1";
            case "P-384" -> "secp384r1";
            case "P-521" -> "secp521r1";
            default -> name;
        };
    }
}
