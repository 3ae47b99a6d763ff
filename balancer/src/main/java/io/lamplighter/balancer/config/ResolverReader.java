package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** {@code resolver} and {@code resolver_timeout} → a {@link ResolverConfig}. */
final class ResolverReader {
    private static final int DNS_PORT = 53;

    private static final String STATUS_ZONE = "status_zone=";

    private final Reading reading;
    private final List<InetSocketAddress> servers = new ArrayList<>();
    private OptionalLong validMs = OptionalLong.empty();
    private boolean isIpv4 = true;
    private boolean isIpv6 = true;

    private ResolverReader(Reading reading) {
        this.reading = reading;
    }

    /** Whom to ask where these settings hold; empty when nobody, or after a fault. */
    static Optional<ResolverConfig> read(Reading reading, Settings settings) {
        Optional<Clause> clause = settings.clause(Directive.RESOLVER);
        if (clause.isEmpty()) {
            return Optional.empty();
        }
        ResolverReader reader = new ResolverReader(reading);
        clause.get().arguments().forEach(reader::readArgument);
        if (!reader.isIpv4 && !reader.isIpv6) {
            reading.diagnostics().fault(clause.get().name(), "\"ipv4\" and \"ipv6\" cannot both be \"off\"");
        }
        if (reader.servers.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new ResolverConfig(
                reader.servers,
                reader.validMs,
                reader.isIpv4,
                reader.isIpv6,
                settings.timeMs(Directive.RESOLVER_TIMEOUT)));
    }

    private void checkStatusZone(Word word) {
        if (word.text().equals(STATUS_ZONE)) {
            reading.invalidParameter(word, "it must name a zone");
        }
    }

    private void readArgument(Word word) {
        String text = word.text();
        if (text.startsWith("valid=")) {
            validMs = OptionalLong.of(reading.parameter(word, "valid=", ValueRule.seconds(0)));
        } else if (text.startsWith("ipv4=")) {
            isIpv4 = reading.parameter(word, "ipv4=", ValueRule.FLAG) != 0;
        } else if (text.startsWith("ipv6=")) {
            isIpv6 = reading.parameter(word, "ipv6=", ValueRule.FLAG) != 0;
        } else if (text.startsWith(STATUS_ZONE)) {
            checkStatusZone(word); // there is nothing of the kind to show
        } else if (text.indexOf('=') >= 0) {
            reading.unknownParameter(word);
        } else if (UnixPath.isMeant(text)) {
            reading.invalidParameter(word, "DNS over a unix socket is not supported");
        } else {
            reading.endpoints(word, DNS_PORT, "resolver").stream()
                    .map(InetSocketAddress.class::cast)
                    .forEach(servers::add);
        }
    }
}
