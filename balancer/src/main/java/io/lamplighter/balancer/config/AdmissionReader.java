package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.AdmissionConfig.Everyone;
import io.lamplighter.balancer.config.AdmissionConfig.Limit;
import io.lamplighter.balancer.config.AdmissionConfig.Network;
import io.lamplighter.balancer.config.AdmissionConfig.Preread;
import io.lamplighter.balancer.config.AdmissionConfig.Rule;
import io.lamplighter.balancer.config.AdmissionConfig.Unix;
import io.lamplighter.balancer.config.AdmissionConfig.Who;
import io.lamplighter.balancer.config.AdmissionConfig.Zone;
import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.config.ErrorLogConfig.Level;
import io.lamplighter.balancer.variable.Cidr;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What holds in a server before its sessions are served → an {@link AdmissionConfig}. */
final class AdmissionReader {
    private static final String UNIX = "unix:";
    private static final String ZONE = "zone=";
    /** nginx's least: eight pages. */
    private static final int LEAST_ZONE_BYTES = 32 * 1024;

    private final Reading reading;
    private final Map<String, Zone> zones = new LinkedHashMap<>();

    AdmissionReader(Reading reading, Block stream) {
        this.reading = reading;
        stream.all(Directive.LIMIT_CONN_ZONE).forEach(this::readZone);
    }

    AdmissionConfig read(Settings settings) {
        Preread preread = new Preread(
                settings.flag(Directive.SSL_PREREAD),
                settings.flag(Directive.MQTT_PREREAD),
                settings.number(Directive.PREREAD_BUFFER_SIZE),
                settings.timeMs(Directive.PREREAD_TIMEOUT));
        return new AdmissionConfig(
                settings.timeMs(Directive.PROXY_PROTOCOL_TIMEOUT),
                trusted(settings.clauses(Directive.SET_REAL_IP_FROM)),
                rules(settings),
                limits(settings.clauses(Directive.LIMIT_CONN)),
                settings.flag(Directive.LIMIT_CONN_DRY_RUN),
                Level.valueOf(settings.text(Directive.LIMIT_CONN_LOG_LEVEL).toUpperCase(Locale.ROOT)),
                preread);
    }

    private List<Who> trusted(List<Clause> clauses) {
        List<Who> trusted = new ArrayList<>();
        for (Clause clause : clauses) {
            Word word = clause.argument(0);
            if (word.text().equals(UNIX)) {
                trusted.add(new Unix());
            } else if (isNetwork(word)) {
                reading.network(word).ifPresent(network -> trusted.add(new Network(network)));
            } else {
                trusted.addAll(host(word));
            }
        }
        return trusted;
    }

    /** Whether it looks like numbers; a name of a host cannot. */
    private static boolean isNetwork(Word word) {
        return word.text().indexOf('/') >= 0 || word.text().indexOf(':') >= 0 || Cidr.parse(word.text()) != null;
    }

    private List<Who> host(Word word) {
        List<InetAddress> found = reading.addresses().host(word.text());
        if (found.isEmpty()) {
            reading.diagnostics().fault(word, "host not found in set_real_ip_from \"" + word.text() + "\"");
        }
        return found.stream()
                .map(InetAddress::getAddress)
                .<Who>map(address -> new Network(Cidr.of(address, 8 * address.length)))
                .toList();
    }

    private List<Rule> rules(Settings settings) {
        List<Rule> rules = new ArrayList<>();
        for (Clause clause : settings.clauses(Directive.ALLOW, Directive.DENY)) {
            who(clause.argument(0)).ifPresent(who -> rules.add(new Rule(clause.directive() == Directive.ALLOW, who)));
        }
        return rules;
    }

    private Optional<Who> who(Word word) {
        return switch (word.text()) {
            case "all" -> Optional.of(new Everyone());
            case UNIX -> Optional.of(new Unix());
            default -> reading.network(word).map(Network::new);
        };
    }

    private List<Limit> limits(List<Clause> clauses) {
        List<Limit> limits = new ArrayList<>();
        for (Clause clause : clauses) {
            limit(clause, limits).ifPresent(limits::add);
        }
        return limits;
    }

    private Optional<Limit> limit(Clause clause, List<Limit> before) {
        Word name = clause.argument(0);
        Zone zone = zones.get(name.text());
        if (zone == null) {
            reading.diagnostics().fault(name, "unknown limit_conn_zone \"" + name.text() + "\"");
            return Optional.empty();
        }
        if (before.stream().anyMatch(limit -> limit.zone().name().equals(zone.name()))) {
            reading.diagnostics().fault(name, "\"limit_conn\" of zone \"" + name.text() + "\" is duplicate");
        }
        Word number = clause.argument(1);
        ValueRule rule = ValueRule.number(1, 65_535);
        Optional<String> complaint = rule.complaint(number.text());
        complaint.ifPresent(expected -> reading.diagnostics()
                .fault(number, "invalid number of connections \"" + number.text() + "\", " + expected));
        return complaint.isPresent()
                ? Optional.empty()
                : Optional.of(new Limit(zone, (int) rule.parse(number.text()).orElseThrow()));
    }

    private void readZone(Clause clause) {
        Word key = clause.argument(0);
        Word word = clause.argument(1);
        String[] parts = word.text().startsWith(ZONE) ? word.after(ZONE).text().split(":", -1) : new String[0];
        if (parts.length != 2 || parts[0].isEmpty()) {
            reading.invalidParameter(word, "it must be zone=name:size");
            return;
        }
        long size = reading.parameter(word, ZONE + parts[0] + ":", ValueRule.size(LEAST_ZONE_BYTES));
        Zone zone = new Zone(parts[0], reading.templates().parse(key), key.text(), size);
        if (zones.putIfAbsent(zone.name(), zone) != null) {
            reading.diagnostics().fault(word, "limit_conn_zone \"" + zone.name() + "\" is already defined");
        }
    }
}
