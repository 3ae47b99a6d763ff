package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.variable.NameTable;
import io.lamplighter.balancer.variable.Octets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The {@code server_name} lines of a server → its names. */
final class ServerNameReader {
    private final Reading reading;
    private final List<ServerName> names = new ArrayList<>();

    private ServerNameReader(Reading reading) {
        this.reading = reading;
    }

    /** All names in order; one empty name for a server that has none. */
    static List<ServerName> read(Reading reading, Clause server) {
        ServerNameReader reader = new ServerNameReader(reading);
        for (Clause clause : server.inside().all(Directive.SERVER_NAME)) {
            clause.arguments().forEach(reader::readName);
        }
        if (reader.names.isEmpty()) {
            reader.names.add(
                    new ServerName("", "", Optional.empty(), server.name().source()));
        }
        return reader.names;
    }

    private void readName(Word word) {
        String text = word.text();
        if (text.startsWith("~")) {
            readRegex(word);
            return;
        }
        String name = Octets.lowerCase(Octets.of(text.equalsIgnoreCase("$hostname") ? HostName.own() : text));
        if (new NameTable<String>().add(name, name) != NameTable.Added.DONE) {
            reading.diagnostics().fault(word, "invalid server name or wildcard \"" + text + "\"");
            return;
        }
        if (text.indexOf('/') >= 0) {
            reading.diagnostics().warn(word, "server name \"" + text + "\" has suspicious symbols");
        }
        names.add(new ServerName(withoutDot(name), name, Optional.empty(), word.source()));
    }

    private static String withoutDot(String name) {
        return name.startsWith(".") ? name.substring(1) : name;
    }

    /** Names are looked up in lower case, so an expression with a capital letter can only be meant without regard to case. */
    private void readRegex(Word word) {
        String pcre = word.text().substring(1);
        if (pcre.isEmpty()) {
            reading.diagnostics().fault(word, "empty regex in server name \"" + word.text() + "\"");
            return;
        }
        boolean ignoresCase = pcre.chars().anyMatch(c -> c >= 'A' && c <= 'Z');
        reading.templates()
                .regex(pcre, ignoresCase, word)
                .ifPresent(regex -> names.add(
                        new ServerName(Octets.of(word.text()), Octets.of(pcre), Optional.of(regex), word.source())));
    }
}
