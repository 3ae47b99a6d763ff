package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A {@code server} line of an upstream → an {@link UpstreamServer}. */
final class UpstreamServerReader {
    /** The sum of the weights of 32,000 servers still fits in an int. */
    private static final int MAX_WEIGHT = 65_535;

    private static final String SERVICE = "service=";

    private final Reading reading;

    private int weight = 1;
    private boolean isWeightGiven;
    private int maxConns;
    private int maxFails = UpstreamServer.DEFAULT_MAX_FAILS;
    private long failTimeoutMs = UpstreamServer.DEFAULT_FAIL_TIMEOUT_MS;
    private long slowStartMs;
    private boolean isBackup;
    private boolean isDraining;
    private boolean isDown;
    private Optional<String> node = Optional.empty();

    private boolean isFollowed;
    private Optional<Word> service = Optional.empty();

    private UpstreamServerReader(Reading reading) {
        this.reading = reading;
    }

    /** The server, or empty when its address cannot be used, which is then reported already. */
    static Optional<UpstreamServer> read(Reading reading, Clause clause, Optional<ResolverConfig> resolver) {
        UpstreamServerReader reader = new UpstreamServerReader(reading);
        clause.arguments().stream().skip(1).forEach(reader::readParameter);
        Word address = clause.argument(0);
        Source source = clause.name().source();
        if (reader.service.isPresent() && !reader.isFollowed) {
            reading.diagnostics().fault(reader.service.get(), "\"service=\" needs \"resolve\" beside it");
        }
        return reader.isFollowed && isName(address)
                ? reader.follow(address, resolver, source)
                : reader.server(address, source);
    }

    /** A line of the same address with these parameters, whatever it had before. */
    static UpstreamServer changed(Reading reading, UpstreamServer line, List<Word> parameters) {
        UpstreamServerReader reader = new UpstreamServerReader(reading);
        parameters.forEach(reader::readParameter);
        return reader.server(line.name(), line.addresses(), line.follow(), line.source());
    }

    static boolean isName(Word address) {
        return ServerAddress.parse(address.text())
                .map(parsed -> parsed.literal().isEmpty()
                        && Addresses.literal(parsed.host()).isEmpty())
                .orElse(false);
    }

    private Optional<UpstreamServer> follow(Word address, Optional<ResolverConfig> resolver, Source source) {
        ServerAddress parsed = ServerAddress.parse(address.text()).orElseThrow();
        if (service.isPresent() == (parsed.port() > 0)) {
            String wrong = service.isPresent() ? "a server with \"service=\" may not have a port" : "no port";
            reading.diagnostics().fault(address, wrong + " in upstream \"" + address.text() + "\"");
            return Optional.empty();
        }
        if (resolver.isEmpty()) {
            reading.diagnostics().fault(address, "no resolver defined to resolve \"" + parsed.host() + "\"");
            return Optional.empty();
        }
        FollowedName name = new FollowedName(
                resolver.get(), parsed.host(), parsed.port(), service.map(word -> serviceName(word, parsed.host())));
        return Optional.of(server(address.text(), List.of(), Optional.of(name), source));
    }

    /** A name without a dot is that of a service over TCP; one with a dot is all of it. */
    private static String serviceName(Word word, String host) {
        String text = word.after(SERVICE).text();
        return text.indexOf('.') >= 0 ? text + "." + host : "_" + text + "._tcp." + host;
    }

    /** What {@code proxy_pass host:port} means: a server with nothing said about it. */
    static Optional<UpstreamServer> plain(Reading reading, Word address, Source source) {
        List<SocketAddress> addresses = reading.server(address);
        return addresses.isEmpty()
                ? Optional.empty()
                : Optional.of(UpstreamServer.plain(address.text(), addresses, source));
    }

    private Optional<UpstreamServer> server(Word address, Source source) {
        List<SocketAddress> addresses = reading.server(address);
        if (addresses.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(server(address.text(), addresses, Optional.empty(), source));
    }

    private UpstreamServer server(
            String name, List<SocketAddress> addresses, Optional<FollowedName> follow, Source source) {
        return new UpstreamServer(
                name,
                addresses,
                weight,
                isWeightGiven,
                OptionalInt.empty(),
                maxConns,
                maxFails,
                failTimeoutMs,
                slowStartMs,
                isBackup,
                isDraining,
                isDown,
                node,
                follow,
                source);
    }

    private void readParameter(Word word) {
        String text = word.text();
        if (text.startsWith("weight=")) {
            weight = (int) reading.parameter(word, "weight=", ValueRule.number(0, MAX_WEIGHT));
            isWeightGiven = true;
        } else if (text.startsWith("max_conns=")) {
            maxConns = (int) reading.parameter(word, "max_conns=", ValueRule.number(0));
        } else if (text.startsWith("max_fails=")) {
            maxFails = (int) reading.parameter(word, "max_fails=", ValueRule.number(0));
        } else if (text.startsWith("fail_timeout=")) {
            failTimeoutMs = reading.parameter(word, "fail_timeout=", ValueRule.seconds(0));
        } else if (text.startsWith("slow_start=")) {
            slowStartMs = reading.parameter(word, "slow_start=", ValueRule.msec(0, ValueRule.MAX_TIME_MS));
        } else if (text.startsWith("node=")) {
            node = node(word);
        } else if (text.startsWith(SERVICE)) {
            service = Optional.of(word);
            if (text.equals(SERVICE)) {
                reading.invalidParameter(word, "it must name a service such as \"http\" or \"_http._tcp\"");
            }
        } else if (text.equals("resolve")) {
            isFollowed = true;
        } else if (text.equals("backup")) {
            isBackup = true;
        } else if (text.equals("drain")) {
            isDraining = true;
        } else if (text.equals("down")) {
            isDown = true;
        } else {
            reading.unknownParameter(word);
        }
    }

    private Optional<String> node(Word word) {
        String name = word.after("node=").text();
        if (name.isEmpty()) {
            reading.invalidParameter(word, "it must name a node as its agent's reports do");
            return Optional.empty();
        }
        return Optional.of(name);
    }
}
