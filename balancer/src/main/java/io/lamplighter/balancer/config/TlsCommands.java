package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * {@code ssl_conf_command}: commands of OpenSSL's {@code SSL_CONF_cmd} that override what other directives say, as far as there is
 * something here that they can mean. Their names are not case-sensitive.
 */
final class TlsCommands {
    private static final List<String> VERSIONS = List.of("TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3");

    private final Diagnostics diagnostics;
    private final List<Word> certificates = new ArrayList<>();
    private final List<Word> keys = new ArrayList<>();
    private Optional<Boolean> tickets = Optional.empty();
    private Optional<Boolean> prefersOwnSuites = Optional.empty();
    private Optional<Word> suites = Optional.empty();
    private Optional<Word> groups = Optional.empty();
    private Optional<Set<String>> versions = Optional.empty();
    private int oldest;
    private int newest = VERSIONS.size() - 1;

    private TlsCommands(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
    }

    static TlsCommands read(Reading reading, List<Clause> clauses) {
        TlsCommands commands = new TlsCommands(reading.diagnostics());
        clauses.forEach(clause -> commands.read(clause.argument(0), clause.argument(1)));
        return commands;
    }

    private void read(Word name, Word value) {
        switch (name.text().toLowerCase(Locale.ROOT)) {
            case "options" -> readOptions(value);
            case "certificate" -> certificates.add(value);
            case "privatekey" -> keys.add(value);
            case "cipherstring" -> suites = Optional.of(value);
            case "curves", "groups" -> groups = Optional.of(value);
            case "protocol" -> readVersions(value);
            case "minprotocol" -> oldest = version(value, 0);
            case "maxprotocol" -> newest = version(value, newest);
            default ->
                diagnostics.fault(
                        name,
                        "SSL_CONF_cmd(\"" + name.text()
                                + "\") is not supported: of OpenSSL's commands only Options, Certificate,"
                                + " PrivateKey, CipherString, Curves, Groups, Protocol, MinProtocol and MaxProtocol are");
        }
    }

    private void readOptions(Word value) {
        for (String option : value.text().split(",", -1)) {
            boolean isOn = !option.startsWith("-");
            switch (option.replaceFirst("^[-+]", "")) {
                case "SessionTicket" -> tickets = Optional.of(isOn);
                case "ServerPreference" -> prefersOwnSuites = Optional.of(isOn);
                default ->
                    diagnostics.fault(
                            value,
                            "the option \"" + option
                                    + "\" of OpenSSL is not supported, only SessionTicket and ServerPreference are");
            }
        }
    }

    private void readVersions(Word value) {
        Set<String> set = new LinkedHashSet<>();
        for (String name : value.text().split(",", -1)) {
            String version = name.replaceFirst("^[-+]", "");
            if (version.equals("ALL")) {
                set.addAll(VERSIONS);
            } else if (!VERSIONS.contains(version)) {
                invalidVersion(value, version);
            } else if (name.startsWith("-")) {
                set.remove(version);
            } else {
                set.add(version);
            }
        }
        versions = Optional.of(set);
    }

    private int version(Word value, int otherwise) {
        int index = VERSIONS.indexOf(value.text());
        if (index < 0 && !value.text().equals("None")) {
            invalidVersion(value, value.text());
        }
        return index < 0 ? otherwise : index;
    }

    private void invalidVersion(Word at, String version) {
        diagnostics.fault(at, "invalid version \"" + version + "\", it must be one of " + String.join(", ", VERSIONS));
    }

    List<Word> certificates(List<Word> otherwise) {
        return certificates.isEmpty() ? otherwise : certificates;
    }

    /** A certificate's file may hold its key too. */
    List<Word> keys(List<Word> otherwise) {
        if (certificates.isEmpty()) {
            return keys.isEmpty() ? otherwise : keys;
        }
        return keys.isEmpty() ? certificates : keys;
    }

    boolean tickets(boolean otherwise) {
        return tickets.orElse(otherwise);
    }

    boolean prefersOwnSuites(boolean otherwise) {
        return prefersOwnSuites.orElse(otherwise);
    }

    Optional<Word> suites() {
        return suites;
    }

    Optional<Word> groups() {
        return groups;
    }

    Set<String> versions(Set<String> otherwise) {
        Set<String> all = new LinkedHashSet<>(versions.orElse(otherwise));
        all.retainAll(VERSIONS.subList(oldest, newest + 1));
        return all;
    }
}
