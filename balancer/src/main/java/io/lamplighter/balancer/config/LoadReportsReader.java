package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.config.LoadReportsConfig.ReportKeyConfig;
import io.lamplighter.balancer.config.LoadReportsConfig.SourceLimit;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/** The {@code load_reports} block → a {@link LoadReportsConfig}. */
final class LoadReportsReader {
    private final Reading reading;

    LoadReportsReader(Reading reading) {
        this.reading = reading;
    }

    /** The block's meaning, or empty after a fault. */
    Optional<LoadReportsConfig> read(Clause reports) {
        Settings settings = Settings.of(reports.inside());
        boolean isUnsigned = settings.flag(Directive.UNSIGNED);
        Optional<Clause> keyFile = settings.clause(Directive.KEY_FILE);
        List<ReportKeyConfig> keys = keyFile.map(clause -> new KeyFile(reading).read(clause.argument(0)))
                .orElse(List.of());
        if (keyFile.isEmpty() && !isUnsigned && reports.inside().isComplete()) {
            reading.diagnostics()
                    .fault(
                            reports.name(),
                            "no \"key_file\" is defined for load_reports, so every report would be refused; write one, or"
                                    + " \"unsigned on\"");
        }
        Optional<InetSocketAddress> listen = reading.singleListen(reports, Directive.REPORTS_LISTEN, true);
        warnOfStrangers(reports, isUnsigned, listen);
        return listen.map(address -> new LoadReportsConfig(
                address,
                keys,
                settings.timeMs(Directive.EXPIRE),
                isUnsigned,
                sourceLimit(settings),
                reports.name().source()));
    }

    private Optional<SourceLimit> sourceLimit(Settings settings) {
        return settings.clause(Directive.LIMIT_REPORTS)
                .map(clause -> new LimitReportsReader(reading).read(clause))
                .orElse(Optional.of(LimitReportsReader.DEFAULT));
    }

    private void warnOfStrangers(Clause reports, boolean isUnsigned, Optional<InetSocketAddress> listen) {
        boolean isReachable = listen.isPresent() && !listen.get().getAddress().isLoopbackAddress();
        if (isUnsigned && isReachable) {
            reading.diagnostics()
                    .warn(
                            reports.name(),
                            "\"unsigned on\" lets everyone who can send a datagram here decide where clients go");
        }
    }
}
