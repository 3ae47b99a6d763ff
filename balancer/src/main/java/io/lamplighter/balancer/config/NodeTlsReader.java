package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.tls.Certificates;
import io.lamplighter.balancer.tls.NodeTls;
import io.lamplighter.balancer.tls.PeerCheck;
import io.lamplighter.balancer.variable.Template;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The {@code proxy_ssl*} directives that hold in a server → a {@link NodeTls}, with everything read that they name. */
final class NodeTlsReader {
    private final Reading reading;
    private final TlsWords words;

    NodeTlsReader(Reading reading) {
        this.reading = reading;
        this.words = new TlsWords(reading);
    }

    /** Empty if nodes are talked to as they are, or after a fault. */
    Optional<NodeTls> read(Settings settings) {
        if (!settings.flag(Directive.PROXY_SSL)) {
            return Optional.empty();
        }
        Word at = settings.clause(Directive.PROXY_SSL).orElseThrow().name();
        TlsCommands commands = TlsCommands.read(reading, settings.clauses(Directive.PROXY_SSL_CONF_COMMAND));
        Set<String> versions = commands.versions(words.versions(settings, Directive.PROXY_SSL_PROTOCOLS));
        Optional<Word> suites = commands.suites()
                .or(() -> settings.clause(Directive.PROXY_SSL_CIPHERS).map(clause -> clause.argument(0)));
        words.warnOfTheJdk(settings, List.of(Directive.PROXY_SSL_CIPHERS));
        NodeTls.Settings tls = new NodeTls.Settings(
                certificates(settings, commands),
                versions,
                words.suites(suites, Directive.PROXY_SSL_CIPHERS),
                words.groups(commands.groups()),
                settings.clause(Directive.PROXY_SSL_NAME).map(this::template),
                settings.flag(Directive.PROXY_SSL_SERVER_NAME),
                settings.flag(Directive.PROXY_SSL_SESSION_REUSE),
                check(settings),
                applicationProtocols(settings));
        return Optional.ofNullable(words.attempt(at, null, () -> new NodeTls(tls)));
    }

    private Template template(Clause clause) {
        return reading.templates().parse(clause.argument(0));
    }

    private List<Template> applicationProtocols(Settings settings) {
        return settings.clause(Directive.PROXY_SSL_ALPN)
                .map(clause -> clause.arguments().stream()
                        .map(word -> reading.templates().parse(word))
                        .toList())
                .orElse(List.of());
    }

    private Certificates certificates(Settings settings, TlsCommands commands) {
        List<Word> names = commands.certificates(named(settings, Directive.PROXY_SSL_CERTIFICATE));
        List<Word> keys = commands.keys(named(settings, Directive.PROXY_SSL_CERTIFICATE_KEY));
        if (names.isEmpty()) {
            return Certificates.NONE;
        }
        List<Certificates.Files> pairs = words.pairs(names, keys, Directive.PROXY_SSL_CERTIFICATE_KEY);
        List<String> passwords = words.passwords(settings, Directive.PROXY_SSL_PASSWORD_FILE);
        Optional<Certificates.CacheBounds> cache = words.cache(settings, Directive.PROXY_SSL_CERTIFICATE_CACHE);
        return words.attempt(
                names.get(0), Certificates.NONE, () -> new Certificates(pairs, words.files(), passwords, cache));
    }

    /** An empty name takes an inherited one away. */
    private static List<Word> named(Settings settings, Directive directive) {
        return settings.clause(directive)
                .map(clause -> clause.argument(0))
                .filter(word -> !word.text().isEmpty())
                .map(List::of)
                .orElse(List.of());
    }

    private Optional<PeerCheck> check(Settings settings) {
        if (!settings.flag(Directive.PROXY_SSL_VERIFY)) {
            return Optional.empty();
        }
        Optional<Clause> trusted = settings.clause(Directive.PROXY_SSL_TRUSTED_CERTIFICATE);
        if (trusted.isEmpty()) {
            Word at = settings.clause(Directive.PROXY_SSL_VERIFY).orElseThrow().name();
            reading.diagnostics().fault(at, "no proxy_ssl_trusted_certificate for proxy_ssl_verify");
        }
        List<X509Certificate> authorities = words.certificates(settings, Directive.PROXY_SSL_TRUSTED_CERTIFICATE);
        return Optional.of(PeerCheck.ofServers(
                authorities,
                words.revocationLists(settings, Directive.PROXY_SSL_CRL),
                settings.number(Directive.PROXY_SSL_VERIFY_DEPTH)));
    }
}
