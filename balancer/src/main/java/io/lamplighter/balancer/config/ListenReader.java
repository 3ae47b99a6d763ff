package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.config.ListenConfig.Keepalive;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** One {@code listen} of a {@code server} → a {@link ListenConfig} for each address it means. */
final class ListenReader {
    /** nginx's on Linux; the kernel lowers it to net.core.somaxconn. */
    private static final int DEFAULT_BACKLOG = 511;

    private static final String KEEPALIVE = "so_keepalive=";

    private final Reading reading;

    private boolean isUdp;
    private boolean isReuseport;
    private int backlog = DEFAULT_BACKLOG;
    private boolean isIpv6only = true;
    private Keepalive keepalive = Keepalive.OFF;
    private int receiveBufferBytes;
    private int sendBufferBytes;

    private ListenReader(Reading reading) {
        this.reading = reading;
    }

    static List<ListenConfig> read(Reading reading, Clause clause) {
        return new ListenReader(reading).read(clause);
    }

    private List<ListenConfig> read(Clause clause) {
        List<InetSocketAddress> addresses = reading.listen(clause.argument(0));
        List<Word> parameters = clause.arguments().subList(1, clause.arguments().size());
        parameters.forEach(this::readParameter);
        if (isUdp) {
            refuseTcpOnly(clause, parameters);
        }
        addresses.forEach(address -> reading.sockets().open(address, isUdp, clause.argument(0)));
        Source source = clause.name().source();
        return addresses.stream().map(address -> listen(address, source)).toList();
    }

    private ListenConfig listen(InetSocketAddress address, Source source) {
        return new ListenConfig(
                address,
                isUdp,
                isReuseport,
                backlog,
                isIpv6only,
                keepalive,
                receiveBufferBytes,
                sendBufferBytes,
                source);
    }

    private void readParameter(Word word) {
        String text = word.text();
        if (text.equals("udp")) {
            isUdp = true;
        } else if (text.equals("reuseport")) {
            isReuseport = true;
        } else if (text.startsWith("backlog=")) {
            backlog = (int) reading.parameter(word, "backlog=", ValueRule.number(1));
        } else if (text.startsWith("rcvbuf=")) {
            receiveBufferBytes = (int) reading.parameter(word, "rcvbuf=", ValueRule.size(1));
        } else if (text.startsWith("sndbuf=")) {
            sendBufferBytes = (int) reading.parameter(word, "sndbuf=", ValueRule.size(1));
        } else if (text.startsWith("ipv6only=")) {
            isIpv6only = reading.parameter(word, "ipv6only=", ValueRule.FLAG) != 0;
        } else if (text.startsWith(KEEPALIVE)) {
            keepalive = keepalive(word);
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
            for (String tcpOnly : List.of("backlog", "so_keepalive")) {
                if (parameter.text().startsWith(tcpOnly + "=")) {
                    reading.diagnostics()
                            .fault(
                                    parameter,
                                    "\"" + clause.directive().word() + "\" directive \"" + tcpOnly
                                            + "\" parameter is incompatible with \"udp\"");
                }
            }
        }
    }
}
