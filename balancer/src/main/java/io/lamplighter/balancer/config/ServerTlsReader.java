package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.tls.Certificates;
import io.lamplighter.balancer.tls.ClientCheck;
import io.lamplighter.balancer.tls.ClientCheck.Demand;
import io.lamplighter.balancer.tls.OcspCheck;
import io.lamplighter.balancer.tls.PeerCheck;
import io.lamplighter.balancer.tls.Resumption;
import io.lamplighter.balancer.tls.ServerTls;
import io.lamplighter.balancer.tls.Stapling;
import io.lamplighter.balancer.tls.TicketKeys;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The {@code ssl_*} directives that hold in a server → its {@link ServerTls}, with everything read that they name. */
final class ServerTlsReader {
    private static final String BUILTIN = "builtin";
    private static final String SHARED = "shared:";
    /** nginx's: eight pages. */
    private static final int LEAST_ZONE_BYTES = 8 * 4096;
    /** OpenSSL's default size of its cache. */
    private static final int DEFAULT_SESSIONS = 20 * 1024;
    /** nginx's estimate of what a session takes. */
    private static final int SESSION_BYTES = 256;

    private static final List<Directive> OF_BORINGSSL = List.of(
            Directive.SSL_CIPHERS,
            Directive.SSL_PREFER_SERVER_CIPHERS,
            Directive.SSL_ECDH_CURVE,
            Directive.SSL_SESSION_TICKET_KEY,
            Directive.SSL_STAPLING);

    private final Reading reading;
    private final TlsWords words;

    ServerTlsReader(Reading reading) {
        this.reading = reading;
        this.words = new TlsWords(reading);
    }

    /** Empty if there is no certificate, and nothing is rejected; or after a fault. */
    Optional<ServerTls> read(Settings settings, Clause server) {
        settings.clause(Directive.SSL_DHPARAM)
                .ifPresent(clause -> reading.diagnostics()
                        .warn(
                                clause.name(),
                                "\"ssl_dhparam\" has no effect: cipher suites with DHE are not supported"));
        TlsCommands commands = TlsCommands.read(reading, settings.clauses(Directive.SSL_CONF_COMMAND));
        boolean rejects = settings.flag(Directive.SSL_REJECT_HANDSHAKE);
        List<Word> names = commands.certificates(firstArguments(settings, Directive.SSL_CERTIFICATE));
        if (names.isEmpty() && !rejects) {
            return Optional.empty();
        }
        words.warnOfTheJdk(settings, OF_BORINGSSL);
        Word at = names.isEmpty() ? server.name() : names.get(0);
        Set<String> versions = commands.versions(words.versions(settings, Directive.SSL_PROTOCOLS));
        ServerTls.Settings tls = new ServerTls.Settings(
                certificates(settings, names, commands, at),
                rejects,
                versions,
                suites(settings, commands),
                commands.prefersOwnSuites(settings.flag(Directive.SSL_PREFER_SERVER_CIPHERS)),
                groups(settings, commands),
                applicationProtocols(settings),
                clients(settings),
                resumption(settings, commands),
                stapling(settings),
                settings.timeMs(Directive.SSL_HANDSHAKE_TIMEOUT));
        return Optional.ofNullable(words.attempt(at, null, () -> new ServerTls(tls)));
    }

    private static List<Word> firstArguments(Settings settings, Directive directive) {
        return settings.clauses(directive).stream()
                .map(clause -> clause.argument(0))
                .toList();
    }

    private Certificates certificates(Settings settings, List<Word> names, TlsCommands commands, Word at) {
        List<Word> keys = commands.keys(firstArguments(settings, Directive.SSL_CERTIFICATE_KEY));
        List<Certificates.Files> pairs = words.pairs(names, keys, Directive.SSL_CERTIFICATE_KEY);
        List<String> passwords = words.passwords(settings, Directive.SSL_PASSWORD_FILE);
        Optional<Certificates.CacheBounds> cache = words.cache(settings, Directive.SSL_CERTIFICATE_CACHE);
        return words.attempt(at, Certificates.NONE, () -> new Certificates(pairs, words.files(), passwords, cache));
    }

    private String suites(Settings settings, TlsCommands commands) {
        Optional<Word> written = commands.suites()
                .or(() -> settings.clause(Directive.SSL_CIPHERS).map(clause -> clause.argument(0)));
        return words.suites(written, Directive.SSL_CIPHERS);
    }

    private List<String> groups(Settings settings, TlsCommands commands) {
        return words.groups(commands.groups()
                .or(() -> settings.clause(Directive.SSL_ECDH_CURVE).map(clause -> clause.argument(0))));
    }

    private List<String> applicationProtocols(Settings settings) {
        List<String> protocols = new ArrayList<>();
        settings.clause(Directive.SSL_ALPN).ifPresent(clause -> {
            for (Word word : clause.arguments()) {
                if (word.text().isEmpty() || word.text().length() > 255) {
                    reading.invalidParameter(word, "the name of a protocol has 1 to 255 characters");
                } else {
                    protocols.add(word.text());
                }
            }
        });
        return protocols;
    }

    private ClientCheck clients(Settings settings) {
        Demand demand = demand(settings);
        if (demand == Demand.OFF) {
            return ClientCheck.OFF;
        }
        List<X509Certificate> named = words.certificates(settings, Directive.SSL_CLIENT_CERTIFICATE);
        List<X509Certificate> trusted = new ArrayList<>(named);
        trusted.addAll(words.certificates(settings, Directive.SSL_TRUSTED_CERTIFICATE));
        if (trusted.isEmpty()
                && demand != Demand.OPTIONAL_NO_CA
                && settings.clause(Directive.SSL_CLIENT_CERTIFICATE).isEmpty()
                && settings.clause(Directive.SSL_TRUSTED_CERTIFICATE).isEmpty()) {
            reading.diagnostics()
                    .fault(
                            settings.clause(Directive.SSL_VERIFY_CLIENT)
                                    .orElseThrow()
                                    .name(),
                            "no ssl_client_certificate or ssl_trusted_certificate for ssl_verify_client");
        }
        return new ClientCheck(
                demand,
                named,
                PeerCheck.ofClients(
                        trusted,
                        words.revocationLists(settings, Directive.SSL_CRL),
                        settings.number(Directive.SSL_VERIFY_DEPTH)),
                ocsp(settings, demand));
    }

    private Optional<OcspCheck> ocsp(Settings settings, Demand demand) {
        String text = settings.text(Directive.SSL_OCSP);
        if (text.equals("off")) {
            return Optional.empty();
        }
        Word at = settings.clause(Directive.SSL_OCSP).orElseThrow().argument(0);
        if (!text.equals("on") && !text.equals("leaf")) {
            reading.diagnostics().fault(at, "invalid value \"" + text + "\", it must be one of on, off, leaf");
        }
        if (demand == Demand.OPTIONAL_NO_CA) {
            reading.diagnostics().fault(at, "\"ssl_ocsp\" is incompatible with \"ssl_verify_client optional_no_ca\"");
        }
        return Optional.of(
                new OcspCheck(text.equals("leaf"), url(settings, Directive.SSL_OCSP_RESPONDER), ocspCache(settings)));
    }

    private Optional<String> url(Settings settings, Directive directive) {
        Optional<Word> word = settings.clause(directive).map(clause -> clause.argument(0));
        word.filter(url -> !url.text().startsWith("http://"))
                .ifPresent(url -> reading.diagnostics()
                        .fault(url, "invalid URL prefix in OCSP responder \"" + url.text() + "\", it must be http://"));
        return word.map(Word::text);
    }

    private Optional<OcspCheck.Cache> ocspCache(Settings settings) {
        Optional<Word> word = settings.clause(Directive.SSL_OCSP_CACHE).map(clause -> clause.argument(0));
        if (word.isEmpty() || word.get().text().equals("off")) {
            return Optional.empty();
        }
        String[] parts = parts(word.get());
        if (parts.length != 2 || parts[0].isEmpty()) {
            reading.invalidParameter(word.get(), "it must be off or shared:name:size");
            return Optional.empty();
        }
        long bytes = reading.parameter(word.get(), SHARED + parts[0] + ":", ValueRule.size(LEAST_ZONE_BYTES));
        return Optional.of(OcspCheck.Cache.named(parts[0], bytes));
    }

    private static String[] parts(Word word) {
        return word.text().startsWith(SHARED) ? word.after(SHARED).text().split(":", -1) : new String[0];
    }

    private Optional<Stapling> stapling(Settings settings) {
        if (!settings.flag(Directive.SSL_STAPLING)) {
            return Optional.empty();
        }
        Optional<byte[]> file = settings.clause(Directive.SSL_STAPLING_FILE)
                .map(clause -> clause.argument(0))
                .map(word ->
                        words.attempt(word, new byte[0], () -> words.files().bytes(word.text())));
        List<X509Certificate> trusted =
                new ArrayList<>(words.certificates(settings, Directive.SSL_TRUSTED_CERTIFICATE));
        trusted.addAll(words.certificates(settings, Directive.SSL_CLIENT_CERTIFICATE));
        return Optional.of(new Stapling(
                file,
                url(settings, Directive.SSL_STAPLING_RESPONDER),
                settings.flag(Directive.SSL_STAPLING_VERIFY),
                trusted));
    }

    private Demand demand(Settings settings) {
        String text = settings.text(Directive.SSL_VERIFY_CLIENT);
        Optional<Demand> demand = Demand.named(text);
        if (demand.isEmpty()) {
            Word word =
                    settings.clause(Directive.SSL_VERIFY_CLIENT).orElseThrow().argument(0);
            reading.diagnostics()
                    .fault(word, "invalid value \"" + text + "\", it must be one of on, off, optional, optional_no_ca");
        }
        return demand.orElse(Demand.OFF);
    }

    /** What {@code ssl_session_cache} says. */
    private record Cache(boolean isOn, int size, Optional<String> sharedAs) {
        static final Cache NONE = new Cache(false, DEFAULT_SESSIONS, Optional.empty());
    }

    private Resumption resumption(Settings settings, TlsCommands commands) {
        Cache cache = cache(settings);
        long timeoutMs = settings.timeMs(Directive.SSL_SESSION_TIMEOUT);
        return new Resumption(
                cache.isOn,
                cache.size,
                commands.tickets(settings.flag(Directive.SSL_SESSION_TICKETS)),
                keys(settings, cache, timeoutMs),
                timeoutMs);
    }

    private TicketKeys keys(Settings settings, Cache cache, long timeoutMs) {
        List<Word> names = firstArguments(settings, Directive.SSL_SESSION_TICKET_KEY);
        if (!names.isEmpty()) {
            List<byte[]> keys = new ArrayList<>();
            for (Word name : names) {
                keys.add(words.attempt(name, new byte[48], () -> words.files().bytes(name.text())));
            }
            return words.attempt(names.get(0), TicketKeys.own(timeoutMs), () -> TicketKeys.of(keys));
        }
        return cache.sharedAs
                .map(name -> TicketKeys.shared(name, timeoutMs))
                .orElseGet(() -> TicketKeys.own(timeoutMs));
    }

    private Cache cache(Settings settings) {
        Cache cache = Cache.NONE;
        List<Word> parameters = settings.clause(Directive.SSL_SESSION_CACHE)
                .map(Clause::arguments)
                .orElse(List.of());
        for (Word word : parameters) {
            cache = cache(word, cache);
        }
        return cache;
    }

    private Cache cache(Word word, Cache before) {
        String text = word.text();
        if (text.equals("off") || text.equals("none")) {
            return before;
        }
        if (text.equals(BUILTIN)) {
            return new Cache(true, DEFAULT_SESSIONS, before.sharedAs);
        }
        if (text.startsWith(BUILTIN + ":")) {
            long size = reading.parameter(word, BUILTIN + ":", ValueRule.number(1));
            return new Cache(true, (int) Math.max(1, size), before.sharedAs);
        }
        String[] parts = parts(word);
        if (parts.length != 2 || parts[0].isEmpty()) {
            reading.invalidParameter(word, "it must be off, none, builtin[:size] or shared:name:size");
            return before;
        }
        long bytes = reading.parameter(word, SHARED + parts[0] + ":", ValueRule.size(LEAST_ZONE_BYTES));
        return new Cache(true, (int) Math.max(1, bytes / SESSION_BYTES), Optional.of(parts[0]));
    }
}
