package io.lamplighter.balancer.tls;

import io.lamplighter.balancer.variable.Octets;
import io.lamplighter.balancer.variable.Template;
import io.lamplighter.balancer.variable.Values;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The certificates that a server or a node is shown: read with the configuration, or, where names of files hold variables, for
 * each session anew unless a cache keeps them.
 *
 * <p>Threads: any.
 */
public final class Certificates {
    /** None. */
    public static final Certificates NONE = new Certificates();

    /**
     * Names of a certificate's file and of its key's.
     *
     * @param certificate the file, which may hold a chain
     * @param key the file of its key
     */
    public record Files(Template certificate, Template key) {
        boolean isFixed() {
            return certificate.constant().isPresent() && key.constant().isPresent();
        }
    }

    private final List<Files> files;
    private final PemReader reader;
    private final List<String> passwords;
    private final @Nullable FileCache cache;
    private final @Nullable List<Credential> fixed;

    private Certificates() {
        this.files = List.of();
        this.reader = new PemReader(Path.of(""));
        this.passwords = List.of();
        this.cache = null;
        this.fixed = List.of();
    }

    /**
     * Reads what can be read already.
     *
     * @param passwords for keys that are encrypted, tried in order
     * @param bounds of a cache for files whose names hold variables; empty to read them for each session
     * @throws TlsException if a certificate cannot be used
     */
    public Certificates(List<Files> files, PemReader reader, List<String> passwords, Optional<CacheBounds> bounds)
            throws TlsException {
        this.files = List.copyOf(files);
        this.reader = reader;
        this.passwords = List.copyOf(passwords);
        this.cache = bounds.map(FileCache::new).orElse(null);
        this.fixed = files.stream().allMatch(Files::isFixed) ? read(null) : null;
    }

    /**
     * {@code ssl_certificate_cache}.
     *
     * @param max most files that are kept
     * @param validMs time after which a file is read again, milliseconds
     * @param inactiveMs time without use after which a file is forgotten, milliseconds
     */
    public record CacheBounds(int max, long validMs, long inactiveMs) {}

    /** Whether there are none for any session. */
    boolean isEmpty() {
        return fixed != null && fixed.isEmpty();
    }

    /** The certificates that all sessions are shown; null if it depends. */
    @Nullable
    List<Credential> fixed() {
        return fixed;
    }

    /** What makes sessions of another server resumable here: the same certificates, or the same names of them. */
    String identity() {
        StringBuilder identity = new StringBuilder();
        if (fixed == null) {
            files.forEach(file -> identity.append(file.certificate()).append('\n'));
        } else {
            fixed.forEach(credential ->
                    identity.append(Fingerprint.sha1(credential.certificate())).append('\n'));
        }
        return identity.toString();
    }

    /**
     * The certificates for a session; pairs whose name comes to nothing are left out.
     *
     * @throws TlsException if one cannot be used
     */
    List<Credential> of(Values session) throws TlsException {
        return fixed == null ? read(session) : fixed;
    }

    private List<Credential> read(@Nullable Values session) throws TlsException {
        List<Credential> credentials = new ArrayList<>();
        for (Files pair : files) {
            String certificate = name(pair.certificate, session);
            if (!certificate.isEmpty()) {
                credentials.add(read(certificate, name(pair.key, session)));
            }
        }
        return List.copyOf(credentials);
    }

    private static String name(Template template, @Nullable Values session) {
        String octets = session == null ? template.constant().orElseThrow() : template.expand(session);
        return Octets.text(octets);
    }

    private Credential read(String certificate, String key) throws TlsException {
        if (cache == null) {
            return Credential.of(
                    reader.certificates(certificate), reader.key(key, passwords).key());
        }
        long nowMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
        PemReader.Key found = cache.get("key " + key, nowMs, () -> {
            PemReader.Key read = reader.key(key, passwords);
            return new FileCache.Loaded<>(read, !read.isEncrypted());
        });
        // The certificate of a key that is not kept is not kept either: they would part when both files are replaced.
        List<X509Certificate> chain = found.isEncrypted()
                ? reader.certificates(certificate)
                : cache.get(
                        "certificate " + certificate,
                        nowMs,
                        () -> new FileCache.Loaded<>(reader.certificates(certificate), true));
        return Credential.of(chain, found.key());
    }
}
