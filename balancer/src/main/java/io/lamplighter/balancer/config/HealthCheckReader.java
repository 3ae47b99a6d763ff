package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.variable.Template;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** {@code health_check} and {@code match} → {@link HealthCheckConfig}s. */
final class HealthCheckReader {
    private final Reading reading;
    private final Map<String, MatchConfig> matches = new HashMap<>();
    private final List<HealthCheckConfig> checks = new ArrayList<>();

    HealthCheckReader(Reading reading, Block stream) {
        this.reading = reading;
        stream.all(Directive.MATCH).forEach(this::readMatch);
    }

    /** Every check of the servers that were read, each once. */
    List<HealthCheckConfig> checks() {
        return checks.stream().distinct().toList();
    }

    private void readMatch(Clause match) {
        Word name = match.argument(0);
        MatchConfig read = new MatchReader(reading).read(match);
        if (matches.putIfAbsent(name.text(), read) != null) {
            reading.diagnostics().fault(name, "duplicate match \"" + name.text() + "\"");
        }
    }

    /** Reads the checks of a server that sends its sessions to {@code content}. */
    void read(Clause server, Settings settings, Content content, ProxyConfig proxy) {
        for (Clause clause : server.inside().all(Directive.HEALTH_CHECK)) {
            if (content instanceof Content.ToUpstream to) {
                Check check = new Check();
                clause.arguments().forEach(check::readParameter);
                warnOfTcp(server, clause, check.isUdp);
                checks.add(check.config(to.upstream(), settings, proxy));
            } else {
                reading.diagnostics()
                        .fault(clause.name(), "\"health_check\" needs a \"proxy_pass\" without variables beside it");
            }
        }
    }

    private void warnOfTcp(Clause server, Clause clause, boolean isUdp) {
        boolean isUdpServer = server.inside().all(Directive.LISTEN).stream()
                .flatMap(listen -> listen.arguments().stream())
                .anyMatch(word -> word.text().equals("udp"));
        if (isUdpServer && !isUdp) {
            reading.diagnostics()
                    .warn(clause.name(), "\"health_check\" of a UDP server checks over TCP without \"udp\"");
        }
    }

    /** The parameters of one line. */
    private final class Check {
        private long intervalMs = 5_000;
        private long jitterMs;
        private int fails = 1;
        private int passes = 1;
        private boolean isMandatory;
        private boolean isUdp;
        private OptionalInt port = OptionalInt.empty();
        private Optional<MatchConfig> match = Optional.empty();

        private void readParameter(Word word) {
            String text = word.text();
            if (text.startsWith("interval=")) {
                intervalMs = reading.parameter(word, "interval=", ValueRule.msec(1, ValueRule.MAX_TIME_MS));
            } else if (text.startsWith("jitter=")) {
                jitterMs = reading.parameter(word, "jitter=", ValueRule.msec(0, ValueRule.MAX_TIME_MS));
            } else if (text.startsWith("fails=")) {
                fails = (int) reading.parameter(word, "fails=", ValueRule.number(1));
            } else if (text.startsWith("passes=")) {
                passes = (int) reading.parameter(word, "passes=", ValueRule.number(1));
            } else if (text.startsWith("port=")) {
                port = OptionalInt.of((int) reading.parameter(word, "port=", ValueRule.number(1, 65_535)));
            } else if (text.startsWith("match=")) {
                match = match(word);
            } else if (text.equals("mandatory")) {
                isMandatory = true;
            } else if (text.equals("udp")) {
                isUdp = true;
            } else if (!text.equals("persistent")) { // health outlives a reload in any case
                reading.unknownParameter(word);
            }
        }

        private Optional<MatchConfig> match(Word word) {
            String name = word.after("match=").text();
            if (!matches.containsKey(name)) {
                reading.invalidParameter(word, "there is no \"match\" block of that name");
            }
            return Optional.ofNullable(matches.get(name));
        }

        private HealthCheckConfig config(String upstream, Settings settings, ProxyConfig proxy) {
            return new HealthCheckConfig(
                    upstream,
                    intervalMs,
                    jitterMs,
                    fails,
                    passes,
                    isMandatory,
                    isUdp,
                    port,
                    match,
                    settings.timeMs(Directive.HEALTH_CHECK_TIMEOUT),
                    proxy.headerVersion(),
                    local(proxy),
                    isUdp
                            ? Optional.empty()
                            : proxy.tls().map(tls -> new HealthCheckConfig.Tls(written(settings), tls)));
        }

        /** Nobody stands behind a check whose address it could have, and it does not answer for addresses of others. */
        private static Optional<InetSocketAddress> local(ProxyConfig proxy) {
            return proxy.socket().isTransparent()
                    ? Optional.empty()
                    : proxy.socket().bind().flatMap(Template::constant).flatMap(LocalAddress::parse);
        }

        private static String written(Settings settings) {
            return Arrays.stream(Directive.values())
                    .filter(directive -> directive.word().startsWith("proxy_ssl"))
                    .flatMap(directive -> settings.clauses(directive).stream())
                    .map(clause -> clause.directive().word()
                            + clause.arguments().stream().map(Word::text).toList())
                    .collect(Collectors.joining(";"));
        }
    }
}
