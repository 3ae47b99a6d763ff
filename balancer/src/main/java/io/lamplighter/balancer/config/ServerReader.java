package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.config.ServerConfig.SetVariable;
import io.lamplighter.balancer.tls.ServerTls;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A {@code server} block of {@code stream} → a {@link ServerConfig}. */
final class ServerReader {
    private final Reading reading;
    private final Block stream;
    private final Upstreams upstreams;
    private final HealthCheckReader healthChecks;
    private final AccessLogReader accessLogs;
    private final ErrorLogReader errorLogs;
    private final ErrorLogs programLog;
    private final AdmissionReader admissions;
    private final ProxyReader proxies;
    private final ServerTlsReader tlsReader;

    ServerReader(
            Reading reading, Block stream, Upstreams upstreams, HealthCheckReader healthChecks, ErrorLogs programLog) {
        this.reading = reading;
        this.stream = stream;
        this.upstreams = upstreams;
        this.healthChecks = healthChecks;
        this.accessLogs = new AccessLogReader(reading, stream);
        this.errorLogs = new ErrorLogReader(reading);
        this.programLog = programLog;
        this.admissions = new AdmissionReader(reading, stream);
        this.proxies = new ProxyReader(reading);
        this.tlsReader = new ServerTlsReader(reading);
    }

    /** The server, or empty when it lacks what it needs, which is then reported already. */
    Optional<ServerConfig> read(Clause server) {
        Block block = server.inside();
        Settings settings = new Settings(block, stream);
        List<ListenConfig> listens = block.all(Directive.LISTEN).stream()
                .flatMap(listen -> ListenReader.read(reading, server, listen).stream())
                .toList();
        if (!block.has(Directive.LISTEN) && block.isComplete()) {
            reading.diagnostics().fault(server.name(), "no \"listen\" is defined for server");
        }
        List<ServerName> names = ServerNameReader.read(reading, server);
        AdmissionConfig admission = admissions.read(settings);
        List<SetVariable> sets = sets(block);
        Optional<ResolverConfig> resolver = ResolverReader.read(reading, settings);
        ProxyConfig proxy = proxies.read(settings);
        Optional<ServerTls> tls = tlsReader.read(settings, server);
        List<AccessLogConfig> logs = accessLogs.read(settings);
        ErrorLogs errorLog = errorLogs.ofServer(settings, programLog);
        Optional<Content> found = content(server);
        found.ifPresent(content -> healthChecks.read(server, settings, content, proxy));
        return found.map(content -> new ServerConfig(
                listens,
                names,
                admission,
                sets,
                content,
                resolver,
                proxy,
                tls,
                settings.flag(Directive.TCP_NODELAY),
                logs,
                errorLog,
                server.name().source()));
    }

    /** Checks what servers inherit: a line that every one of them overrides would be looked at by none. */
    void checkInherited() {
        Settings settings = Settings.of(stream);
        admissions.read(settings);
        ResolverReader.read(reading, settings);
        proxies.check(settings);
        accessLogs.read(settings);
        errorLogs.ofServer(settings, programLog);
    }

    private List<SetVariable> sets(Block block) {
        List<SetVariable> sets = new ArrayList<>();
        for (Clause set : block.all(Directive.SET)) {
            reading.templates()
                    .define(set.argument(0))
                    .ifPresent(variable -> sets.add(
                            new SetVariable(variable, reading.templates().parse(set.argument(1)))));
        }
        return sets;
    }

    /** What is done with sessions; where several lines say something, the last one counts, as in nginx. */
    private Optional<Content> content(Clause server) {
        Clause last = null;
        for (Clause clause : server.inside().clauses()) {
            if (isContent(clause.directive())) {
                if (last != null) {
                    reading.diagnostics()
                            .warn(clause.name(), "\"" + last.directive().word() + "\" above has no effect beside this");
                }
                last = clause;
            }
        }
        if (last != null) {
            return content(last, server);
        }
        if (server.inside().isComplete()) {
            reading.diagnostics()
                    .warn(
                            server.name(),
                            "no \"proxy_pass\" and no \"return\" is defined for server: its sessions end at once");
        }
        return Optional.of(new Content.Nothing());
    }

    private static boolean isContent(Directive directive) {
        return directive == Directive.PROXY_PASS || directive == Directive.RETURN || directive == Directive.PASS;
    }

    private Optional<Content> content(Clause clause, Clause server) {
        if (clause.directive() == Directive.RETURN) {
            return Optional.of(new Content.Return(reading.templates().parse(clause.argument(0))));
        }
        if (clause.directive() == Directive.PASS) {
            return pass(clause.argument(0));
        }
        return upstreams.destination(clause.argument(0), server.name());
    }

    /** Whether there is such a server is known only to sessions, as in nginx; what can be no address is a fault at once. */
    private Optional<Content> pass(Word address) {
        boolean isFixed = !TemplateReader.hasVariables(address.text());
        if (isFixed
                && ServerAddress.parse(address.text())
                        .flatMap(ServerAddress::literal)
                        .isEmpty()) {
            reading.diagnostics()
                    .fault(
                            address,
                            "invalid address \"" + address.text() + "\" in \"pass\", it must be an IP address with a"
                                    + " port, or unix:path");
            return Optional.empty();
        }
        return Optional.of(new Content.Pass(reading.templates().parse(address)));
    }
}
