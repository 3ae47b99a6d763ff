package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.AddressText.InvalidAddress;
import io.lamplighter.balancer.config.Block.Clause;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

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
 */
record Reading(
        Diagnostics diagnostics,
        SourceFiles files,
        Addresses addresses,
        Sockets sockets,
        Path prefix,
        Path confDirectory,
        int cores) {

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
        List<InetSocketAddress> found = listen(word);
        if (found.stream().mapToInt(InetSocketAddress::getPort).distinct().count() > 1) {
            invalidParameter(word, "a range of ports is not supported here");
            return Optional.empty();
        }
        found.stream().limit(1).forEach(address -> sockets.open(address, isUdp, word));
        return found.stream().findFirst();
    }

    /** Every address that a {@code listen} means, or none after a fault. */
    List<InetSocketAddress> listen(Word address) {
        try {
            AddressText text = AddressText.parseListen(address.text());
            if (!text.hasPort()) {
                throw new InvalidAddress("no port");
            }
            return addresses.resolve(text);
        } catch (InvalidAddress e) {
            diagnostics.fault(address, e.getMessage() + " in \"" + address.text() + "\" of the \"listen\" directive");
            return List.of();
        }
    }

    /** Every address of a server, or none after a fault. */
    List<InetSocketAddress> server(Word address) {
        try {
            AddressText text = AddressText.parseServer(address.text());
            if (!text.hasPort()) {
                throw new InvalidAddress("no port");
            }
            return addresses.resolve(text);
        } catch (InvalidAddress e) {
            diagnostics.fault(address, e.getMessage() + " in upstream \"" + address.text() + "\"");
            return List.of();
        }
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
