package io.lamplighter.balancer.tls;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks whether clients' certificates were revoked ({@code ssl_ocsp}). What cannot be found out counts as a reason to refuse.
 *
 * <p>Threads: any.
 */
public final class OcspCheck {
    private static final Logger LOG = LoggerFactory.getLogger(OcspCheck.class);

    /** Of a path without anything to complain of. */
    private static final String NOTHING = "";

    private final boolean isLeafOnly;
    private final Optional<String> responder;
    private final @Nullable Cache cache;

    /**
     * @param isLeafOnly whether authorities between are not asked about
     * @param responder who is asked; empty for whom each certificate names
     * @param cache where answers are kept; empty to ask every time
     */
    public OcspCheck(boolean isLeafOnly, Optional<String> responder, Optional<Cache> cache) {
        this.isLeafOnly = isLeafOnly;
        this.responder = responder;
        this.cache = cache.orElse(null);
    }

    /**
     * Answers that are true for a while, {@code ssl_ocsp_cache shared:name:size}. It outlives configurations that name it.
     *
     * <p>Threads: any.
     */
    public static final class Cache {
        /** nginx's estimate of what an entry takes. */
        private static final int ENTRY_BYTES = 256;

        private static final Map<String, Cache> BY_NAME = new ConcurrentHashMap<>();

        private final long max;
        private final Map<Object, Ocsp.Answer> answers = new LinkedHashMap<>(16, 0.75f, true);

        private Cache(long max) {
            this.max = max;
        }

        /** The cache of that name; the first size counts. */
        public static Cache named(String name, long sizeBytes) {
            return BY_NAME.computeIfAbsent(name, unused -> new Cache(Math.max(1, sizeBytes / ENTRY_BYTES)));
        }

        synchronized Ocsp.@Nullable Answer find(Object key, Instant now) {
            Ocsp.Answer answer = answers.get(key);
            return answer == null || answer.until().isBefore(now) ? null : answer;
        }

        synchronized void put(Object key, Ocsp.Answer answer) {
            answers.put(key, answer);
            if (answers.size() > max) {
                Iterator<Object> oldestFirst = answers.keySet().iterator();
                oldestFirst.next();
                oldestFirst.remove();
            }
        }
    }

    /**
     * Why a client is refused, in nginx's words; empty if it is not.
     *
     * @param path from its certificate to its authority's, which is not asked about
     */
    CompletableFuture<String> check(List<X509Certificate> path) {
        int count = isLeafOnly ? Math.min(1, path.size() - 1) : path.size() - 1;
        CompletableFuture<String> complaint = CompletableFuture.completedFuture(NOTHING);
        for (int i = 0; i < count; i++) {
            X509Certificate certificate = path.get(i);
            X509Certificate issuer = path.get(i + 1);
            complaint = complaint.thenCompose(before ->
                    before.isEmpty() ? check(certificate, issuer) : CompletableFuture.completedFuture(before));
        }
        return complaint;
    }

    private CompletableFuture<String> check(X509Certificate certificate, X509Certificate issuer) {
        return status(certificate, issuer).handle((answer, failure) -> {
            if (answer != null) {
                return complaint(answer.status());
            }
            LOG.error(
                    "certificate status request for \"{}\" failed: {}",
                    certificate.getSubjectX500Principal(),
                    reason(failure));
            return "certificate status request failed";
        });
    }

    private static String complaint(Ocsp.Status status) {
        return switch (status) {
            case GOOD -> NOTHING;
            case REVOKED -> "certificate revoked";
            case UNKNOWN -> "certificate status unknown";
        };
    }

    private CompletableFuture<Ocsp.Answer> status(X509Certificate certificate, X509Certificate issuer) {
        try {
            Ocsp ocsp = new Ocsp(certificate, issuer);
            Ocsp.Answer known = cache == null ? null : cache.find(ocsp.key(), Instant.now());
            if (known != null) {
                return CompletableFuture.completedFuture(known);
            }
            String url = responder
                    .or(ocsp::responder)
                    .orElseThrow(() -> new TlsException("no OCSP responder URL in the certificate"));
            return Responder.ask(url, ocsp.request()).thenApply(bytes -> answer(ocsp, bytes));
        } catch (TlsException | RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private Ocsp.Answer answer(Ocsp ocsp, byte[] bytes) {
        try {
            Ocsp.Answer answer = ocsp.answer(bytes, true, Instant.now());
            if (cache != null) {
                cache.put(ocsp.key(), answer);
            }
            return answer;
        } catch (TlsException e) {
            throw new CompletionException(e);
        }
    }

    /** What is behind a failed stage. */
    static String reason(@Nullable Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause == null || cause.getMessage() == null ? String.valueOf(cause) : cause.getMessage();
    }
}
