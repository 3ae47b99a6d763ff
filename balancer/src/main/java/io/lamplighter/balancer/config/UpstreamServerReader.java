package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/** A {@code server} line of an upstream → an {@link UpstreamServer}. */
final class UpstreamServerReader {
    /** The sum of the weights of 32,000 servers still fits in an int. */
    private static final int MAX_WEIGHT = 65_535;

    private static final long DEFAULT_FAIL_TIMEOUT_MS = 10_000;

    private final Reading reading;

    private int weight = 1;
    private boolean isWeightGiven;
    private int maxConns;
    private int maxFails = 1;
    private long failTimeoutMs = DEFAULT_FAIL_TIMEOUT_MS;
    private long slowStartMs;
    private boolean isBackup;
    private boolean isDraining;
    private boolean isDown;
    private Optional<String> node = Optional.empty();

    private UpstreamServerReader(Reading reading) {
        this.reading = reading;
    }

    /** The server, or empty when its address cannot be used, which is then reported already. */
    static Optional<UpstreamServer> read(Reading reading, Clause clause) {
        UpstreamServerReader reader = new UpstreamServerReader(reading);
        clause.arguments().stream().skip(1).forEach(reader::readParameter);
        return reader.server(clause.argument(0), clause.name().source());
    }

    /** What {@code proxy_pass host:port} means: a server with nothing said about it. */
    static Optional<UpstreamServer> plain(Reading reading, Word address, Source source) {
        return new UpstreamServerReader(reading).server(address, source);
    }

    private Optional<UpstreamServer> server(Word address, Source source) {
        List<InetSocketAddress> addresses = reading.server(address);
        if (addresses.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new UpstreamServer(
                address.text(),
                addresses,
                weight,
                isWeightGiven,
                maxConns,
                maxFails,
                failTimeoutMs,
                slowStartMs,
                isBackup,
                isDraining,
                isDown,
                node,
                source));
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
