package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.tls.Certificates;
import io.lamplighter.balancer.tls.PemReader;
import io.lamplighter.balancer.tls.ServerTls;
import io.lamplighter.balancer.tls.TlsException;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What directives of TLS with clients and with nodes have in common; each looks the same with {@code proxy_} before its name. */
final class TlsWords {
    private static final List<String> VERSIONS = List.of("TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3");
    private static final List<String> OLD_VERSIONS = List.of("SSLv2", "SSLv3");

    private final Reading reading;
    private final PemReader files;
    /** A pipe can be read once, and several servers may inherit its line. */
    private final Map<Clause, List<String>> passwords = new HashMap<>();

    TlsWords(Reading reading) {
        this.reading = reading;
        this.files = new PemReader(reading.confDirectory());
    }

    /** Where the JDK speaks TLS: warns of each of {@code directives} that is there and only BoringSSL can follow. */
    void warnOfTheJdk(Settings settings, List<Directive> directives) {
        if (ServerTls.isOfTheJdk()) {
            for (Directive directive : directives) {
                settings.clause(directive)
                        .ifPresent(
                                clause -> reading.diagnostics()
                                        .warn(
                                                clause.name(),
                                                "\"" + directive.word()
                                                        + "\" has no effect: there is no BoringSSL for this host, the JDK speaks TLS"));
            }
        }
    }

    PemReader files() {
        return files;
    }

    /** Reads something; what is wrong with it is a fault. */
    interface Attempt<T> {
        T read() throws TlsException;
    }

    /** What an attempt came to; {@code otherwise} after a fault. */
    <T> T attempt(Word at, T otherwise, Attempt<T> attempt) {
        try {
            return attempt.read();
        } catch (TlsException e) {
            reading.diagnostics().fault(at, String.valueOf(e.getMessage()));
            return otherwise;
        }
    }

    List<X509Certificate> certificates(Settings settings, Directive directive) {
        return settings.clause(directive)
                .map(clause -> clause.argument(0))
                .filter(word -> !word.text().isEmpty())
                .map(word -> attempt(word, List.<X509Certificate>of(), () -> files.certificates(word.text())))
                .orElse(List.of());
    }

    List<X509CRL> revocationLists(Settings settings, Directive directive) {
        return settings.clause(directive)
                .map(clause -> clause.argument(0))
                .filter(word -> !word.text().isEmpty())
                .map(word -> attempt(word, List.<X509CRL>of(), () -> files.revocationLists(word.text())))
                .orElse(List.of());
    }

    List<String> passwords(Settings settings, Directive directive) {
        Optional<Clause> clause = settings.clause(directive);
        if (clause.isEmpty()) {
            return List.of();
        }
        Word word = clause.get().argument(0);
        return passwords.computeIfAbsent(
                clause.get(), read -> attempt(word, List.of(), () -> files.passwords(word.text())));
    }

    /** Versions in the words of nginx; those of SSL are left out. */
    Set<String> versions(Settings settings, Directive directive) {
        Set<String> versions = new LinkedHashSet<>();
        Optional<Clause> clause = settings.clause(directive);
        if (clause.isEmpty()) {
            versions.addAll(List.of(directive.defaultArguments().orElseThrow().split(" ")));
            return versions;
        }
        for (Word word : clause.get().arguments()) {
            if (VERSIONS.contains(word.text())) {
                versions.add(word.text());
            } else if (OLD_VERSIONS.contains(word.text())) {
                reading.diagnostics().warn(word, word.text() + " is not supported any more, and left out");
            } else {
                reading.diagnostics()
                        .fault(
                                word,
                                "invalid value \"" + word.text() + "\", it must be one of "
                                        + String.join(", ", VERSIONS));
            }
        }
        if (clause.get().arguments().stream().allMatch(word -> OLD_VERSIONS.contains(word.text()))) {
            reading.diagnostics()
                    .fault(clause.get().name(), "\"" + directive.word() + "\" names no version that is supported");
        }
        return versions;
    }

    /**
     * A list of cipher suites that means something.
     *
     * @param written where it stands; empty for the default of the directive
     */
    String suites(Optional<Word> written, Directive directive) {
        String byDefault = directive.defaultArguments().orElseThrow();
        return written.map(word -> attempt(word, byDefault, () -> {
                    ServerTls.suites(word.text());
                    return word.text();
                }))
                .orElse(byDefault);
    }

    /** {@code ssl_certificate_cache}; empty for {@code off}. */
    Optional<Certificates.CacheBounds> cache(Settings settings, Directive directive) {
        Optional<Clause> clause = settings.clause(directive);
        if (clause.isEmpty() || clause.get().argument(0).text().equals("off")) {
            return Optional.empty();
        }
        long max = 0;
        long validMs = 60_000;
        long inactiveMs = 10_000;
        for (Word word : clause.get().arguments()) {
            if (word.text().startsWith("max=")) {
                max = reading.parameter(word, "max=", ValueRule.number(1));
            } else if (word.text().startsWith("valid=")) {
                validMs = reading.parameter(word, "valid=", ValueRule.seconds(0));
            } else if (word.text().startsWith("inactive=")) {
                inactiveMs = reading.parameter(word, "inactive=", ValueRule.seconds(0));
            } else {
                reading.unknownParameter(word);
            }
        }
        if (max == 0) {
            reading.diagnostics()
                    .fault(clause.get().name(), "\"" + directive.word() + "\" must have the \"max\" parameter");
            return Optional.empty();
        }
        return Optional.of(new Certificates.CacheBounds((int) max, validMs, inactiveMs));
    }

    /** Pairs of files; those that lack a key are reported. */
    List<Certificates.Files> pairs(List<Word> certificates, List<Word> keys, Directive keyDirective) {
        List<Certificates.Files> pairs = new ArrayList<>();
        for (int i = 0; i < certificates.size(); i++) {
            if (i >= keys.size()) {
                Word word = certificates.get(i);
                reading.diagnostics()
                        .fault(
                                word,
                                "no \"" + keyDirective.word() + "\" is defined for certificate \"" + word.text()
                                        + "\"");
            } else {
                pairs.add(new Certificates.Files(
                        reading.templates().parse(certificates.get(i)),
                        reading.templates().parse(keys.get(i))));
            }
        }
        return pairs;
    }

    /** Groups for the exchange of keys; none for the default. */
    List<String> groups(Optional<Word> written) {
        return written.map(word -> attempt(word, List.<String>of(), () -> ServerTls.groups(word.text())))
                .orElse(List.of());
    }
}
