package io.lamplighter.agent.report;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A secret that agents and balancers share, and its number. Reports name the number, so that keys can be exchanged one host
 * at a time: balancers hold the old and the new key until every agent signs with the new one. The secret never leaves this
 * class: not by {@link #toString()}, not by an accessor.
 *
 * <p>Threads: any may use it, one at a time. The lock is hardly ever contended, since one thread signs or verifies in each
 * program; it is there because the computation is made once and used again: to make one costs more than a signature.
 */
public final class ReportKey {
    /** Shortest secret, bytes: 128 bits are out of reach of guessing. */
    public static final int MIN_SECRET_LENGTH = 16;

    static final int SIGNATURE_LENGTH = 32;

    private static final String ALGORITHM = "HmacSHA256";

    private final int id;
    private final SecretKeySpec secret;
    private final Mac mac;

    /**
     * Makes a key of its two parts.
     *
     * @param id the key's number, 0..255
     * @param secret at least {@value #MIN_SECRET_LENGTH} bytes; copied
     * @throws IllegalArgumentException when either is outside its range
     */
    public ReportKey(int id, byte[] secret) {
        if (id < 0 || id > 255) {
            throw new IllegalArgumentException("key id must be 0..255, found " + id);
        }
        if (secret.length < MIN_SECRET_LENGTH) {
            throw new IllegalArgumentException(
                    "key " + id + " must have at least " + MIN_SECRET_LENGTH + " bytes, found " + secret.length);
        }
        this.id = id;
        this.secret = new SecretKeySpec(secret, ALGORITHM);
        this.mac = mac(this.secret);
    }

    private static Mac mac(SecretKeySpec secret) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has to offer " + ALGORITHM, e);
        }
    }

    public int id() {
        return id;
    }

    /** HMAC-SHA256 of what lies between the position and the limit of {@code message}. */
    byte[] sign(ByteBuffer message) {
        synchronized (mac) {
            mac.update(message);
            return mac.doFinal(); // and is as after init, ready for the next
        }
    }

    /** Same number and same secret; the secrets are compared in constant time. */
    @Override
    public boolean equals(Object other) {
        return other instanceof ReportKey key && key.id == id && key.secret.equals(secret);
    }

    @Override
    public int hashCode() {
        return id; // and nothing of the secret
    }

    @Override
    public String toString() {
        return "key " + id;
    }
}
