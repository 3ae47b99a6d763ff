package io.lamplighter.balancer.tls;

import io.netty.handler.ssl.OpenSslSessionTicketKey;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The keys that seal session tickets: those of files, or keys made here, of which a new one takes over after each session
 * timeout while tickets of the one before are still opened. Servers that share a session cache share them, across reloads too.
 *
 * <p>Threads: any.
 */
public final class TicketKeys {
    /** Bytes of a key with AES-128 and HMAC keys of 16 bytes each, nginx's shorter form. */
    private static final int SIZE = OpenSslSessionTicketKey.TICKET_KEY_SIZE;
    /** Bytes of nginx's longer form: AES-256 and HMAC keys of 32 bytes. */
    private static final int LONG_SIZE = 80;

    private static final Map<String, TicketKeys> SHARED = new ConcurrentHashMap<>();
    private static final SecureRandom RANDOM = new SecureRandom();

    private final boolean isRotating;
    private final long lifeMs;
    private final LongSupplier clockMs;
    private List<byte[]> keys;
    private long rotatedMs;

    private TicketKeys(List<byte[]> keys, boolean isRotating, long lifeMs, LongSupplier clockMs) {
        this.keys = keys;
        this.isRotating = isRotating;
        this.lifeMs = lifeMs;
        this.clockMs = clockMs;
        this.rotatedMs = clockMs.getAsLong();
    }

    /**
     * Keys of files, the first of which seals.
     *
     * @throws TlsException if one has the wrong size
     */
    public static TicketKeys of(List<byte[]> files) throws TlsException {
        List<byte[]> keys = new ArrayList<>();
        for (byte[] file : files) {
            if (file.length != SIZE && file.length != LONG_SIZE) {
                throw new TlsException("a session ticket key must have 48 or 80 bytes, but it has " + file.length);
            }
            keys.add(file.length == SIZE ? file : shortened(file));
        }
        return new TicketKeys(keys, false, 0, TicketKeys::nowMs);
    }

    /** A longer key keeps its name; of its other bytes a key is made that BoringSSL takes. */
    private static byte[] shortened(byte[] file) {
        byte[] key = Arrays.copyOf(file, SIZE);
        byte[] digest = Fingerprint.sha256(Arrays.copyOfRange(file, OpenSslSessionTicketKey.NAME_SIZE, LONG_SIZE));
        System.arraycopy(digest, 0, key, OpenSslSessionTicketKey.NAME_SIZE, SIZE - OpenSslSessionTicketKey.NAME_SIZE);
        return key;
    }

    /** Keys made here, for one server alone. */
    public static TicketKeys own(long sessionTimeoutMs) {
        return own(sessionTimeoutMs, TicketKeys::nowMs);
    }

    static TicketKeys own(long sessionTimeoutMs, LongSupplier clockMs) {
        return new TicketKeys(List.of(newKey()), true, sessionTimeoutMs, clockMs);
    }

    /** Keys made here, for all servers that name the same cache. */
    public static TicketKeys shared(String cache, long sessionTimeoutMs) {
        return SHARED.computeIfAbsent(cache, name -> own(sessionTimeoutMs));
    }

    private static byte[] newKey() {
        byte[] key = new byte[SIZE];
        RANDOM.nextBytes(key);
        return key;
    }

    /** The keys of the moment, the sealing one first; the same list as long as they are the same. */
    synchronized List<byte[]> now() {
        long nowMs = clockMs.getAsLong();
        if (isRotating && nowMs - rotatedMs >= lifeMs) {
            keys = nowMs - rotatedMs >= 2 * lifeMs ? List.of(newKey()) : List.of(newKey(), keys.get(0));
            rotatedMs = nowMs;
        }
        return keys;
    }

    private static long nowMs() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    static OpenSslSessionTicketKey[] forOpenSsl(List<byte[]> keys) {
        return keys.stream()
                .map(key -> new OpenSslSessionTicketKey(
                        Arrays.copyOfRange(key, 0, 16),
                        Arrays.copyOfRange(key, 16, 32),
                        Arrays.copyOfRange(key, 32, 48)))
                .toArray(OpenSslSessionTicketKey[]::new);
    }
}
