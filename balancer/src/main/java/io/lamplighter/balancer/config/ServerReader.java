package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.AddressText.InvalidAddress;
import io.lamplighter.balancer.config.Block.Clause;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/** A {@code server} block of {@code stream} → a {@link ServerConfig}. */
final class ServerReader {
    private static final int ANY_NUMBER = -1;

    private final Reading reading;
    private final Block stream;
    private final Upstreams upstreams;
    private final AccessLogReader accessLogs;

    ServerReader(Reading reading, Block stream, Upstreams upstreams, AccessLogReader accessLogs) {
        this.reading = reading;
        this.stream = stream;
        this.upstreams = upstreams;
        this.accessLogs = accessLogs;
    }

    /** The server, or empty when it lacks what it needs, which is then reported already. */
    Optional<ServerConfig> read(Clause server) {
        Block block = server.inside();
        Settings settings = new Settings(block, stream);
        List<ListenConfig> listens = block.all(Directive.LISTEN).stream()
                .flatMap(listen -> ListenReader.read(reading, listen).stream())
                .toList();
        requirePresent(server, Directive.LISTEN);
        requirePresent(server, Directive.PROXY_PASS);
        Optional<String> upstream =
                block.first(Directive.PROXY_PASS).flatMap(pass -> upstreams.target(pass.argument(0), pass.name()));
        Optional<InetSocketAddress> bind = bind(settings);
        List<AccessLogConfig> logs = accessLogs.read(settings.clauses(Directive.ACCESS_LOG));
        return upstream.map(name -> new ServerConfig(
                listens,
                proxy(name, settings, bind),
                settings.flag(Directive.TCP_NODELAY),
                logs,
                server.name().source()));
    }

    /** Checks what servers inherit: a line that every one of them overrides would be looked at by none. */
    void checkInherited() {
        bind(Settings.of(stream));
        accessLogs.read(stream.all(Directive.ACCESS_LOG));
    }

    private void requirePresent(Clause server, Directive directive) {
        if (!server.inside().has(directive) && server.inside().isComplete()) {
            reading.diagnostics().fault(server.name(), "no \"" + directive.word() + "\" is defined for server");
        }
    }

    private static ProxyConfig proxy(String upstream, Settings settings, Optional<InetSocketAddress> bind) {
        return new ProxyConfig(
                upstream,
                settings.timeMs(Directive.PROXY_CONNECT_TIMEOUT),
                settings.timeMs(Directive.PROXY_TIMEOUT),
                settings.flag(Directive.PROXY_HALF_CLOSE),
                settings.flag(Directive.PROXY_NEXT_UPSTREAM),
                settings.number(Directive.PROXY_NEXT_UPSTREAM_TRIES),
                settings.timeMs(Directive.PROXY_NEXT_UPSTREAM_TIMEOUT),
                responses(settings),
                settings.number(Directive.PROXY_REQUESTS),
                bind,
                settings.number(Directive.PROXY_BUFFER_SIZE),
                settings.flag(Directive.PROXY_SOCKET_KEEPALIVE));
    }

    private static int responses(Settings settings) {
        boolean isGiven = settings.clause(Directive.PROXY_RESPONSES).isPresent();
        int number = isGiven ? settings.number(Directive.PROXY_RESPONSES) : ANY_NUMBER;
        // nginx's own way to say "any number".
        return number == Integer.MAX_VALUE ? ANY_NUMBER : number;
    }

    private Optional<InetSocketAddress> bind(Settings settings) {
        Optional<Clause> clause = settings.clause(Directive.PROXY_BIND);
        if (clause.isEmpty()) {
            return Optional.empty();
        }
        List<Word> arguments = clause.get().arguments();
        arguments.stream().skip(1).forEach(word -> reading.unknownParameter(word));
        Word address = arguments.get(0);
        if (address.text().equals("off")) {
            return Optional.empty();
        }
        Optional<InetSocketAddress> bind = localAddress(address.text());
        if (bind.isEmpty()) {
            String hint = TemplateParser.hasVariables(address.text())
                    ? ", variables are not supported in \"proxy_bind\""
                    : ", it must be an IP address, with or without a port";
            reading.diagnostics().fault(address, "invalid address \"" + address.text() + "\"" + hint);
        }
        return bind;
    }

    /** An IP address, with a port or without. */
    private static Optional<InetSocketAddress> localAddress(String text) {
        Optional<InetAddress> withoutPort = Addresses.literal(withoutBrackets(text));
        if (withoutPort.isPresent()) {
            return Optional.of(new InetSocketAddress(withoutPort.get(), 0));
        }
        try {
            AddressText address = AddressText.parseServer(text);
            return Addresses.literal(address.host()).map(ip -> new InetSocketAddress(ip, address.firstPort()));
        } catch (InvalidAddress e) {
            return Optional.empty();
        }
    }

    private static String withoutBrackets(String text) {
        boolean hasBrackets = text.startsWith("[") && text.endsWith("]");
        return hasBrackets ? text.substring(1, text.length() - 1) : text;
    }
}
