package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.AddressText.InvalidAddress;
import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.variable.Cidr;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the readers of all blocks share while one configuration is loaded.
 *
 * @param diagnostics where faults go
 * @param files reads files and names them
 * @param addresses looks up hosts
 * @param sockets what is bound to
 * @param prefix what paths of logs and of the process id are relative to
 * @param confDirectory what paths of key files are relative to
 * @param cores number of cores, at least 1
 * @param templates texts with variables
 * @param logFiles files of access logs that were named so far
 */
record Reading(
        Diagnostics diagnostics,
        SourceFiles files,
        Addresses addresses,
        Sockets sockets,
        Path prefix,
        Path confDirectory,
        int cores,
        TemplateReader templates,
        Set<Path> logFiles) {

    /** A path that is relative to the prefix, or empty after a fault. */
    Optional<Path> underPrefix(Word path) {
        if (path.text().isEmpty() || path.text().indexOf('$') >= 0) {
            String what = path.text().isEmpty() ? "is empty" : "holds a variable, which is not supported";
            diagnostics.fault(path, "the path \"" + path.text() + "\" " + what);
            return Optional.empty();
        }
        return files.resolve(prefix, path);
    }

    /** The one address that a block other than {@code server} listens on, or empty after a fault. */
    Optional<InetSocketAddress> singleListen(Clause block, Directive directive, boolean isUdp) {
        Optional<Clause> clause = block.inside().first(directive);
        if (clause.isEmpty()) {
            if (block.inside().isComplete()) {
                diagnostics.fault(
                        block.name(),
                        "no \"listen\" is defined for " + block.directive().word());
            }
            return Optional.empty();
        }
        Word word = clause.get().argument(0);
        if (UnixPath.isMeant(word.text())) {
            invalidParameter(word, "a unix socket is not supported here");
            return Optional.empty();
        }
        List<InetSocketAddress> found =
                listen(word).stream().map(InetSocketAddress.class::cast).toList();
        if (found.stream().mapToInt(InetSocketAddress::getPort).distinct().count() > 1) {
            invalidParameter(word, "a range of ports is not supported here");
            return Optional.empty();
        }
        found.stream().limit(1).forEach(address -> sockets.open(address, isUdp, word));
        return found.stream().findFirst();
    }

    /** Every address that a {@code listen} means, or none after a fault. */
    List<SocketAddress> listen(Word address) {
        try {
            if (UnixPath.isMeant(address.text())) {
                return List.of(UnixPath.parse(address.text()));
            }
            AddressText text = AddressText.parseListen(address.text());
            return List.copyOf(addresses.resolve(withPort(text, 0)));
        } catch (InvalidAddress e) {
            diagnostics.fault(address, e.getMessage() + " in \"" + address.text() + "\" of the \"listen\" directive");
            return List.of();
        }
    }

    /** Every address of a server, or none after a fault. */
    List<SocketAddress> server(Word address) {
        return endpoints(address, 0, "upstream");
    }

    /**
     * Every address that is meant, or none after a fault.
     *
     * @param defaultPort the port where none is written; 0 if it must be
     * @param what whose address it is, for the message
     */
    List<SocketAddress> endpoints(Word address, int defaultPort, String what) {
        try {
            if (UnixPath.isMeant(address.text())) {
                return List.of(UnixPath.parse(address.text()));
            }
            AddressText text = AddressText.parseServer(address.text());
            return List.copyOf(addresses.resolve(withPort(text, defaultPort)));
        } catch (InvalidAddress e) {
            diagnostics.fault(address, e.getMessage() + " in " + what + " \"" + address.text() + "\"");
            return List.of();
        }
    }

    private static AddressText withPort(AddressText text, int defaultPort) throws InvalidAddress {
        if (!text.hasPort() && defaultPort == 0) {
            throw new InvalidAddress("no port");
        }
        return text.hasPort() ? text : new AddressText(text.host(), text.isIpv6(), defaultPort, defaultPort);
    }

    /** Whether a line of a table is a key and a value; reported if not. */
    boolean isPair(Statement line, String table) {
        if (line.arguments().size() == 1) {
            return true;
        }
        diagnostics.fault(
                line.name(),
                "invalid number of the " + table + " parameters, expected a value after \""
                        + line.name().text() + "\"");
        return false;
    }

    /** A network such as 10.0.0.0/8, or an address; empty after a fault. */
    Optional<Cidr> network(Word word) {
        Cidr network = Cidr.parse(word.text());
        if (network == null) {
            diagnostics.fault(
                    word, "invalid network \"" + word.text() + "\", it must be an IP address, perhaps with /bits");
        } else if (!network.isExactly(word.text())) {
            diagnostics.warn(word, "low address bits of \"" + word.text() + "\" are meaningless");
        }
        return Optional.ofNullable(network);
    }

    /** Reports a parameter that nothing is known of. */
    void unknownParameter(Word word) {
        String hint = Grammar.isDirective(word) ? Grammar.semicolonHint(word) : "";
        diagnostics.fault(word, "invalid parameter \"" + word.text() + "\"" + hint);
    }

    /** Reports a parameter whose value is wrong. */
    void invalidParameter(Word word, String expected) {
        diagnostics.fault(word, "invalid parameter \"" + word.text() + "\", " + expected);
    }

    /** The value of {@code key=value}, or 0 after a fault when it breaks the rule. */
    long parameter(Word word, String key, ValueRule rule) {
        String value = word.after(key).text();
        Optional<String> complaint = rule.complaint(value);
        complaint.ifPresent(expected -> invalidParameter(word, expected));
        return complaint.isPresent() ? 0 : rule.parse(value).orElseThrow();
    }
}
