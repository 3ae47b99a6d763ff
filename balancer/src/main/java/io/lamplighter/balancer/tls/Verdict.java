package io.lamplighter.balancer.tls;

/**
 * What came of a look at a peer's certificate, in OpenSSL's numbers and words, which nginx's users know.
 *
 * @param code 0 if it can be trusted
 * @param text what is wrong
 */
record Verdict(int code, String text) {
    static final Verdict GOOD = new Verdict(0, "ok");
    static final Verdict NO_ISSUER_IN_TRUST = new Verdict(2, "unable to get issuer certificate");
    static final Verdict NO_REVOCATION_LIST = new Verdict(3, "unable to get certificate CRL");
    static final Verdict NOT_YET_VALID = new Verdict(9, "certificate is not yet valid");
    static final Verdict EXPIRED = new Verdict(10, "certificate has expired");
    static final Verdict REVOCATION_LIST_EXPIRED = new Verdict(12, "CRL has expired");
    static final Verdict SELF_SIGNED = new Verdict(18, "self-signed certificate");
    static final Verdict SELF_SIGNED_IN_CHAIN = new Verdict(19, "self-signed certificate in certificate chain");
    static final Verdict NO_ISSUER = new Verdict(20, "unable to get local issuer certificate");
    static final Verdict NO_ISSUER_OF_FIRST = new Verdict(21, "unable to verify the first certificate");
    static final Verdict TOO_LONG = new Verdict(22, "certificate chain too long");
    static final Verdict REVOKED = new Verdict(23, "certificate revoked");
    static final Verdict INVALID_CA = new Verdict(24, "invalid CA certificate");
    static final Verdict WRONG_PURPOSE = new Verdict(26, "unsuitable certificate purpose");

    boolean isGood() {
        return code == 0;
    }

    /** Whether all that is wrong is that nobody is known who vouches for it: what {@code optional_no_ca} lets pass. */
    boolean isOnlyUnknown() {
        return code >= SELF_SIGNED.code && code <= NO_ISSUER_OF_FIRST.code;
    }

    /** As in nginx's log. */
    String numbered() {
        return "(" + code + ":" + text + ")";
    }
}
