package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.config.ListenConfig.Keepalive;
import io.lamplighter.balancer.config.ListenConfig.Options;
import io.lamplighter.balancer.config.ListenConfig.Protocol;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** One {@code listen} of a {@code server} → a {@link ListenConfig} for each address it means. */
final class ListenReader {
    private static final String KEEPALIVE = "so_keepalive=";
    private static final List<String> TCP_ONLY =
            List.of("backlog=", "so_keepalive=", "fastopen=", "deferred", "proxy_protocol", "ssl");
    private static final List<String> FREEBSD_ONLY = List.of("setfib=", "accept_filter=");

    private final Reading reading;

    private boolean isUdp;
    private boolean isDefaultServer;
    private boolean hasProxyProtocol;
    private boolean hasTls;
    private boolean hasOptions;
    private int backlog = Options.DEFAULT_BACKLOG;
    private boolean isIpv6only = true;
    private Keepalive keepalive = Keepalive.OFF;
    private int receiveBufferBytes;
    private int sendBufferBytes;
    private int fastOpenQueue;
    private boolean isDeferred;

    private ListenReader(Reading reading) {
        this.reading = reading;
    }

    static List<ListenConfig> read(Reading reading, Clause server, Clause clause) {
        return new ListenReader(reading).read(server, clause);
    }

    private List<ListenConfig> read(Clause server, Clause clause) {
        Word at = clause.argument(0);
        List<SocketAddress> addresses = reading.listen(at);
        List<Word> parameters = clause.arguments().subList(1, clause.arguments().size());
        parameters.forEach(this::readParameter);
        if (isUdp) {
            refuseTcpOnly(clause, parameters);
            if (UnixPath.isMeant(at.text())) {
                reading.invalidParameter(at, "datagrams over a unix socket are not supported");
            }
        }
        List<ListenConfig> listens = addresses.stream()
                .map(address -> listen(address, clause.name().source()))
                .toList();
        listens.forEach(listen -> reading.sockets().share(listen, server, at));
        return listens;
    }

    private ListenConfig listen(SocketAddress address, Source source) {
        Options options = new Options(
                hasOptions,
                backlog,
                isIpv6only,
                keepalive,
                receiveBufferBytes,
                sendBufferBytes,
                fastOpenQueue,
                isDeferred);
        return new ListenConfig(
                address, new Protocol(isUdp, hasProxyProtocol, hasTls), isDefaultServer, options, source);
    }

    private void readParameter(Word word) {
        switch (word.text()) {
            case "udp" -> isUdp = true;
            case "default_server" -> isDefaultServer = true;
            case "proxy_protocol" -> hasProxyProtocol = true;
            case "ssl" -> hasTls = true;
            case "multipath" ->
                reading.invalidParameter(word, "multipath TCP is not supported: Java cannot open such a socket");
            default -> readOption(word);
        }
    }

    private void readOption(Word word) {
        String text = word.text();
        hasOptions = true;
        if (text.equals("bind") || text.equals("reuseport")) {
            return; // every address is bound by itself, with a socket for each event loop
        }
        if (text.equals("deferred")) {
            isDeferred = true;
        } else if (text.startsWith("backlog=")) {
            backlog = (int) reading.parameter(word, "backlog=", ValueRule.number(1));
        } else if (text.startsWith("rcvbuf=")) {
            receiveBufferBytes = (int) reading.parameter(word, "rcvbuf=", ValueRule.size(1));
        } else if (text.startsWith("sndbuf=")) {
            sendBufferBytes = (int) reading.parameter(word, "sndbuf=", ValueRule.size(1));
        } else if (text.startsWith("fastopen=")) {
            fastOpenQueue = (int) reading.parameter(word, "fastopen=", ValueRule.number(0));
        } else if (text.startsWith("ipv6only=")) {
            isIpv6only = reading.parameter(word, "ipv6only=", ValueRule.FLAG) != 0;
        } else if (text.startsWith(KEEPALIVE)) {
            keepalive = keepalive(word);
        } else if (FREEBSD_ONLY.stream().anyMatch(text::startsWith)) {
            reading.invalidParameter(word, "it exists on FreeBSD only");
        } else {
            reading.unknownParameter(word);
        }
    }

    private Keepalive keepalive(Word word) {
        String value = word.after(KEEPALIVE).text();
        if (value.equals("on") || value.equals("off")) {
            return value.equals("on") ? new Keepalive(true, 0, 0, 0) : Keepalive.OFF;
        }
        return probes(value).orElseGet(() -> {
            reading.invalidParameter(
                    word, "it must be \"on\", \"off\" or [idle]:[interval]:[count] such as 30m::10, each below 32768");
            return Keepalive.OFF;
        });
    }

    private static Optional<Keepalive> probes(String value) {
        String[] parts = value.split(":", -1);
        if (parts.length > 3) {
            return Optional.empty();
        }
        long[] probes = new long[3];
        for (int i = 0; i < parts.length; i++) {
            OptionalLong part = i < 2 ? seconds(parts[i]) : Units.number(parts[i].isEmpty() ? "0" : parts[i]);
            // The kernel's own limits: 32767 seconds, 127 probes.
            if (part.isEmpty() || part.getAsLong() > (i < 2 ? 32_767 : 127)) {
                return Optional.empty();
            }
            probes[i] = part.getAsLong();
        }
        boolean isSet = probes[0] > 0 || probes[1] > 0 || probes[2] > 0;
        return isSet
                ? Optional.of(new Keepalive(true, (int) probes[0], (int) probes[1], (int) probes[2]))
                : Optional.empty();
    }

    private static OptionalLong seconds(String text) {
        OptionalLong timeMs = Units.seconds(text.isEmpty() ? "0" : text);
        return timeMs.isPresent() ? OptionalLong.of(timeMs.getAsLong() / 1000) : timeMs;
    }

    private void refuseTcpOnly(Clause clause, List<Word> parameters) {
        for (Word parameter : parameters) {
            for (String tcpOnly : TCP_ONLY) {
                if (parameter.text().startsWith(tcpOnly)) {
                    reading.diagnostics()
                            .fault(
                                    parameter,
                                    "\"" + clause.directive().word() + "\" directive \"" + tcpOnly.replace("=", "")
                                            + "\" parameter is incompatible with \"udp\"");
                }
            }
        }
    }
}
