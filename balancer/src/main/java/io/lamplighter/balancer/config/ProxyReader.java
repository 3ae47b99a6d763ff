package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.config.ProxyConfig.NodeSocketConfig;
import io.lamplighter.balancer.config.ProxyConfig.Rates;
import io.lamplighter.balancer.tls.NodeTls;
import io.lamplighter.balancer.variable.Template;
import java.util.List;
import java.util.Optional;

/** The {@code proxy_*} directives that hold in a server → a {@link ProxyConfig}. */
final class ProxyReader {
    private static final int ANY_NUMBER = -1;
    private static final ValueRule RATE = ValueRule.size(0);

    private final Reading reading;
    private final NodeTlsReader tls;

    ProxyReader(Reading reading) {
        this.reading = reading;
        this.tls = new NodeTlsReader(reading);
    }

    ProxyConfig read(Settings settings) {
        return read(settings, tls.read(settings));
    }

    /** Reports what is wrong with what servers inherit. Of TLS it need not be complete: each server adds to it. */
    void check(Settings inherited) {
        read(inherited, Optional.empty());
    }

    private ProxyConfig read(Settings settings, Optional<NodeTls> nodeTls) {
        NodeSocketConfig socket = new NodeSocketConfig(
                bind(settings),
                isTransparent(settings),
                settings.flag(Directive.PROXY_SOCKET_KEEPALIVE),
                settings.number(Directive.PROXY_SOCKET_RCVBUF),
                settings.number(Directive.PROXY_SOCKET_SNDBUF));
        Rates rates =
                new Rates(rate(settings, Directive.PROXY_UPLOAD_RATE), rate(settings, Directive.PROXY_DOWNLOAD_RATE));
        return new ProxyConfig(
                settings.timeMs(Directive.PROXY_CONNECT_TIMEOUT),
                settings.timeMs(Directive.PROXY_TIMEOUT),
                settings.flag(Directive.PROXY_HALF_CLOSE),
                settings.flag(Directive.PROXY_NEXT_UPSTREAM),
                settings.number(Directive.PROXY_NEXT_UPSTREAM_TRIES),
                settings.timeMs(Directive.PROXY_NEXT_UPSTREAM_TIMEOUT),
                settings.flag(Directive.PROXY_SESSION_DROP),
                responses(settings),
                settings.number(Directive.PROXY_REQUESTS),
                headerVersion(settings),
                socket,
                bufferBytes(settings),
                rates,
                new MqttReader(reading).read(settings),
                nodeTls);
    }

    private static int bufferBytes(Settings settings) {
        for (Directive oldName : List.of(Directive.PROXY_DOWNSTREAM_BUFFER, Directive.PROXY_UPSTREAM_BUFFER)) {
            if (settings.clause(oldName).isPresent()) {
                return settings.number(oldName);
            }
        }
        return settings.number(Directive.PROXY_BUFFER_SIZE);
    }

    private static int responses(Settings settings) {
        boolean isGiven = settings.clause(Directive.PROXY_RESPONSES).isPresent();
        int number = isGiven ? settings.number(Directive.PROXY_RESPONSES) : ANY_NUMBER;
        // nginx's own way to say "any number".
        return number == Integer.MAX_VALUE ? ANY_NUMBER : number;
    }

    private int headerVersion(Settings settings) {
        String text = settings.text(Directive.PROXY_PROTOCOL);
        return switch (text) {
            case "off" -> 0;
            case "on" -> 1;
            case "v2" -> 2;
            default -> {
                Word word =
                        settings.clause(Directive.PROXY_PROTOCOL).orElseThrow().argument(0);
                reading.diagnostics()
                        .fault(
                                word,
                                "invalid value \"" + text
                                        + "\" in \"proxy_protocol\" directive, it must be \"on\", \"off\" or \"v2\"");
                yield 0;
            }
        };
    }

    /** A rate without variables is looked at now; one that is 0 is none. */
    private Optional<Template> rate(Settings settings, Directive directive) {
        Optional<Clause> clause = settings.clause(directive);
        if (clause.isEmpty()) {
            return Optional.empty();
        }
        Word word = clause.get().argument(0);
        if (TemplateReader.hasVariables(word.text())) {
            return Optional.of(reading.templates().parse(word));
        }
        Optional<String> complaint = RATE.complaint(word.text());
        complaint.ifPresent(expected -> reading.diagnostics()
                .fault(
                        word,
                        "invalid value \"" + word.text() + "\" in \"" + directive.word() + "\" directive, "
                                + expected));
        boolean isNone = complaint.isPresent() || RATE.parse(word.text()).orElseThrow() == 0;
        return isNone ? Optional.empty() : Optional.of(Template.literal(word.text()));
    }

    private Optional<Template> bind(Settings settings) {
        Optional<Clause> clause = settings.clause(Directive.PROXY_BIND);
        if (clause.isEmpty()) {
            return Optional.empty();
        }
        Word address = clause.get().argument(0);
        if (address.text().equals("off")) {
            return Optional.empty();
        }
        if (!TemplateReader.hasVariables(address.text())
                && LocalAddress.parse(address.text()).isEmpty()) {
            reading.diagnostics()
                    .fault(
                            address,
                            "invalid address \"" + address.text()
                                    + "\", it must be an IP address, with or without a port");
        }
        return Optional.of(reading.templates().parse(address));
    }

    private boolean isTransparent(Settings settings) {
        List<Word> parameters = settings.clause(Directive.PROXY_BIND)
                .map(clause -> clause.arguments().subList(1, clause.arguments().size()))
                .orElse(List.of());
        for (Word word : parameters) {
            if (!word.text().equals("transparent")) {
                reading.unknownParameter(word);
            }
        }
        return !parameters.isEmpty();
    }
}
