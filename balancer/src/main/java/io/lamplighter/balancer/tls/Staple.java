package io.lamplighter.balancer.tls;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The OCSP answer that is sent to clients with a certificate: from a file, or asked for when a client first wants it, and
 * again before it is too old. Only good news is sent on.
 *
 * <p>Threads: any.
 */
final class Staple {
    private static final Logger LOG = LoggerFactory.getLogger(Staple.class);

    /** nginx's: the soonest a responder is asked again, and the latest. */
    private static final Duration SOONEST = Duration.ofMinutes(5);

    private static final Duration LATEST = Duration.ofHours(1);

    private final byte @Nullable [] file;
    private final @Nullable Ocsp ocsp;
    private final String url;
    private final boolean isVerified;

    private byte @Nullable [] answer;
    private Instant until = Instant.MIN;
    private Instant refresh = Instant.MIN;
    private boolean isAsking;

    private Staple(byte @Nullable [] file, @Nullable Ocsp ocsp, String url, boolean isVerified) {
        this.file = file;
        this.ocsp = ocsp;
        this.url = url;
        this.isVerified = isVerified;
    }

    /**
     * Of one certificate; empty if nothing can be had for it, which is logged.
     */
    static Optional<Staple> of(Stapling stapling, Credential credential) {
        if (stapling.file().isPresent()) {
            return Optional.of(new Staple(stapling.file().get(), null, "", false));
        }
        Optional<X509Certificate> issuer = stapling.issuer(credential);
        if (issuer.isEmpty()) {
            return ignored("issuer certificate not found", credential);
        }
        try {
            Ocsp ocsp = new Ocsp(credential.certificate(), issuer.get());
            Optional<String> url = stapling.responder().or(ocsp::responder);
            return url.isEmpty()
                    ? ignored("no OCSP responder URL in the certificate", credential)
                    : Optional.of(new Staple(null, ocsp, url.get(), stapling.isVerified()));
        } catch (TlsException e) {
            return ignored(String.valueOf(e.getMessage()), credential);
        }
    }

    private static Optional<Staple> ignored(String reason, Credential credential) {
        LOG.warn(
                "\"ssl_stapling\" ignored, {} for certificate \"{}\"",
                reason,
                credential.certificate().getSubjectX500Principal());
        return Optional.empty();
    }

    /** What to send now; null for nothing. Asks for news if it is time. */
    synchronized byte @Nullable [] now(Instant now) {
        if (file != null) {
            return file;
        }
        if (!isAsking && now.isAfter(refresh)) {
            ask();
        }
        return now.isBefore(until) ? answer : null;
    }

    private void ask() {
        isAsking = true;
        try {
            Responder.ask(url, ocsp.request()).whenComplete(this::answered);
        } catch (TlsException | RuntimeException e) {
            failed(e);
        }
    }

    private void answered(byte @Nullable [] bytes, @Nullable Throwable failure) {
        Instant now = Instant.now();
        if (bytes == null) {
            failed(failure);
            return;
        }
        try {
            Ocsp.Answer read = ocsp.answer(bytes, isVerified, now);
            if (read.status() == Ocsp.Status.GOOD) {
                put(bytes, read.until(), now);
            } else {
                failed(new TlsException("certificate status \"" + read.status() + "\" in the OCSP response"));
            }
        } catch (TlsException | RuntimeException e) {
            failed(e);
        }
    }

    private synchronized void put(byte[] bytes, Instant newUntil, Instant now) {
        answer = bytes;
        until = newUntil;
        Instant before = newUntil.minus(SOONEST);
        Instant latest = now.plus(LATEST);
        Instant earlier = before.isBefore(latest) ? before : latest;
        Instant soonest = now.plus(SOONEST);
        refresh = earlier.isBefore(soonest) ? soonest : earlier;
        isAsking = false;
    }

    private synchronized void failed(@Nullable Throwable failure) {
        LOG.error("no OCSP response of {} can be stapled: {}", url, OcspCheck.reason(failure));
        refresh = Instant.now().plus(SOONEST);
        isAsking = false;
    }
}
