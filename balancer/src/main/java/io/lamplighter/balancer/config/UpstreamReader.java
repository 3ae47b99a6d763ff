package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import io.lamplighter.balancer.config.BalancingMethod.Hash;
import io.lamplighter.balancer.config.BalancingMethod.LeastConn;
import io.lamplighter.balancer.config.BalancingMethod.Random;
import io.lamplighter.balancer.config.BalancingMethod.RoundRobin;
import io.lamplighter.balancer.config.Block.Clause;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An {@code upstream} block → an {@link UpstreamConfig}. */
final class UpstreamReader {
    private final Reading reading;
    private final boolean hasReports;

    /** @param hasReports whether anything listens to the servers' agents */
    UpstreamReader(Reading reading, boolean hasReports) {
        this.reading = reading;
        this.hasReports = hasReports;
    }

    /** The group; empty when it has no usable servers, which is then reported already. */
    Optional<UpstreamConfig> read(Clause upstream) {
        Block block = upstream.inside();
        BalancingMethod method = method(block);
        List<UpstreamServer> servers = new ArrayList<>();
        for (Clause server : block.all(Directive.UPSTREAM_SERVER)) {
            UpstreamServerReader.read(reading, server).ifPresent(servers::add);
            refuseBackupWithout(method, server);
        }
        checkServers(upstream, servers);
        if (servers.stream().allMatch(UpstreamServer::backup)) {
            return Optional.empty();
        }
        if (method instanceof DynamicWeight) {
            warnOfUnreportedWeights(upstream, servers);
        }
        Word name = upstream.argument(0);
        return Optional.of(
                new UpstreamConfig(name.text(), method, servers, upstream.name().source()));
    }

    private void checkServers(Clause upstream, List<UpstreamServer> servers) {
        Word name = upstream.argument(0);
        if (!upstream.inside().has(Directive.UPSTREAM_SERVER)) {
            if (upstream.inside().isComplete()) {
                reading.diagnostics().fault(name, "no servers are inside upstream \"" + name.text() + "\"");
            }
        } else if (!servers.isEmpty() && servers.stream().allMatch(UpstreamServer::backup)) {
            reading.diagnostics()
                    .fault(name, "no servers in upstream \"" + name.text() + "\" except those marked \"backup\"");
        }
    }

    private BalancingMethod method(Block block) {
        BalancingMethod method = null;
        for (Clause clause : block.clauses()) {
            BalancingMethod next = methodOf(clause);
            if (next != null && method != null) {
                reading.diagnostics().warn(clause.name(), "load balancing method redefined");
            }
            method = next == null ? method : next;
        }
        return method == null ? new RoundRobin() : method;
    }

    private @Nullable BalancingMethod methodOf(Clause clause) {
        return switch (clause.directive()) {
            case LEAST_CONN -> new LeastConn();
            case HASH -> hash(clause);
            case RANDOM -> random(clause);
            case DYNAMIC_WEIGHT -> new DynamicWeightReader(reading).read(clause);
            default -> null;
        };
    }

    private Hash hash(Clause clause) {
        Template key = new TemplateParser(reading.diagnostics())
                .parse(clause.arguments().subList(0, 1), Template.Escape.NONE);
        boolean isConsistent = clause.arguments().size() > 1;
        if (isConsistent) {
            requireWord(clause.argument(1), "consistent");
        }
        return new Hash(key, isConsistent);
    }

    private Random random(Clause clause) {
        List<Word> arguments = clause.arguments();
        if (!arguments.isEmpty()) {
            requireWord(arguments.get(0), "two");
        }
        if (arguments.size() > 1) {
            requireWord(arguments.get(1), "least_conn");
        }
        return new Random(!arguments.isEmpty());
    }

    private void requireWord(Word word, String expected) {
        if (!word.text().equals(expected)) {
            reading.invalidParameter(word, "it must be \"" + expected + "\"");
        }
    }

    /** Whichever of the two lines comes first; nginx sees it only when the method does. */
    private void refuseBackupWithout(BalancingMethod method, Clause server) {
        if (method instanceof Hash || method instanceof Random) {
            server.arguments().stream()
                    .skip(1)
                    .filter(word -> word.text().equals("backup"))
                    .forEach(word -> reading.diagnostics()
                            .fault(word, "balancing method does not support parameter \"" + word.text() + "\""));
        }
    }

    private void warnOfUnreportedWeights(Clause upstream, List<UpstreamServer> servers) {
        Optional<Clause> method = upstream.inside().first(Directive.DYNAMIC_WEIGHT);
        boolean isReported = servers.stream().anyMatch(server -> server.node().isPresent());
        if (method.isPresent() && !(isReported && hasReports)) {
            String reason = isReported ? "there is no \"load_reports\" block" : "no server has \"node=\"";
            reading.diagnostics()
                    .warn(
                            method.get().name(),
                            "the weights of upstream \"" + upstream.argument(0).text() + "\" stay as configured: "
                                    + reason);
        }
    }
}
