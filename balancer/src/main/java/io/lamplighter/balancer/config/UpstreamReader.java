package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.BalancingMethod.Adaptive;
import io.lamplighter.balancer.config.BalancingMethod.Arima;
import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import io.lamplighter.balancer.config.BalancingMethod.Hash;
import io.lamplighter.balancer.config.BalancingMethod.LeastConn;
import io.lamplighter.balancer.config.BalancingMethod.LeastTime;
import io.lamplighter.balancer.config.BalancingMethod.Random;
import io.lamplighter.balancer.config.BalancingMethod.RandomTwo;
import io.lamplighter.balancer.config.BalancingMethod.ResponseTime;
import io.lamplighter.balancer.config.BalancingMethod.RoundRobin;
import io.lamplighter.balancer.config.BalancingMethod.TimeMetric;
import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.variable.Template;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An {@code upstream} block → an {@link UpstreamConfig}. */
final class UpstreamReader {
    private static final long DEFAULT_QUEUE_TIMEOUT_MS = 60_000;

    private static final Pattern BALANCE = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3})?");

    private final Reading reading;
    private final Block stream;

    UpstreamReader(Reading reading, Block stream) {
        this.reading = reading;
        this.stream = stream;
    }

    /** The group; empty when it has no usable servers, which is then reported already. */
    Optional<UpstreamConfig> read(Clause upstream) {
        Block block = withState(upstream.inside());
        BalancingMethod method = method(block);
        List<UpstreamServer> servers = new ArrayList<>();
        Optional<ResolverConfig> resolver = ResolverReader.read(reading, new Settings(block, stream));
        for (Clause server : block.all(Directive.UPSTREAM_SERVER)) {
            UpstreamServerReader.read(reading, server, resolver).ifPresent(servers::add);
            requireZone(block, server);
            refuseUnsupported(
                    reading,
                    method,
                    server.arguments().subList(1, server.arguments().size()));
        }
        if (!block.has(Directive.STATE)) { // else whoever changes them may do so server by server
            checkServers(upstream, block, servers);
            if (servers.stream().allMatch(UpstreamServer::backup)) {
                return Optional.empty();
            }
        }
        if (method instanceof DynamicWeight) {
            warnOfUnreportedWeights(upstream, Directive.DYNAMIC_WEIGHT, servers);
        } else if (method instanceof Adaptive) {
            warnOfUnreportedWeights(upstream, Directive.ADAPTIVE, servers);
        }
        Word name = upstream.argument(0);
        return Optional.of(new UpstreamConfig(
                name.text(),
                method,
                servers,
                queue(block),
                zone(block, resolver),
                upstream.name().source()));
    }

    private Optional<UpstreamConfig.Zone> zone(Block block, Optional<ResolverConfig> resolver) {
        return block.first(Directive.ZONE)
                .map(zone ->
                        new UpstreamConfig.Zone(block.first(Directive.STATE).flatMap(this::file), resolver));
    }

    private Optional<Path> file(Clause state) {
        return reading.underPrefix(state.argument(0));
    }

    /** Not that anything here needs it; but a file that works here shall work there. */
    private void requireZone(Block block, Clause server) {
        if (block.has(Directive.ZONE) || !block.isComplete()) {
            return;
        }
        server.arguments().stream()
                .skip(1)
                .filter(word -> word.text().equals("resolve"))
                .findFirst()
                .ifPresent(word -> reading.diagnostics()
                        .fault(word, "\"resolve\" needs a \"zone\" in the upstream, such as \"zone lamps 64k;\""));
    }

    /** The block with the lines of its state file in it, if it has one. */
    private Block withState(Block block) {
        Optional<Clause> state = block.first(Directive.STATE);
        if (state.isEmpty()) {
            return block;
        }
        if (block.has(Directive.UPSTREAM_SERVER)) {
            reading.diagnostics()
                    .fault(
                            state.get().name(),
                            "\"state\" and \"server\" cannot stand in one upstream: the file has the servers");
        }
        Optional<Path> file = file(state.get()).filter(Files::exists);
        if (file.isEmpty()) {
            return block;
        }
        List<Statement> lines =
                new Parser(reading.files(), reading.diagnostics(), reading.confDirectory()).parseFile(file.get());
        Block read = new Grammar(reading.diagnostics()).check(lines, Context.UPSTREAM);
        List<Clause> all = new ArrayList<>(block.clauses());
        all.addAll(read.all(Directive.UPSTREAM_SERVER));
        return new Block(all, block.isComplete() && read.isComplete());
    }

    private void checkServers(Clause upstream, Block block, List<UpstreamServer> servers) {
        Word name = upstream.argument(0);
        if (!block.has(Directive.UPSTREAM_SERVER)) {
            if (block.isComplete()) {
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
            case LEAST_TIME -> leastTime(clause);
            case HASH -> hash(clause);
            case RANDOM -> random(clause);
            case DYNAMIC_WEIGHT -> new DynamicWeightReader(reading).read(clause);
            case ADAPTIVE -> new PolicyReader(reading).adaptive(clause);
            case ARIMA -> new PolicyReader(reading).arima(clause);
            case RESPONSE_TIME -> new ResponseTime();
            default -> null;
        };
    }

    private LeastTime leastTime(Clause clause) {
        boolean isInflight = clause.arguments().size() > 1;
        if (isInflight) {
            requireWord(clause.argument(1), "inflight");
        }
        return new LeastTime(metric(clause.argument(0), ""), isInflight);
    }

    /** The metric behind {@code key}. */
    private TimeMetric metric(Word word, String key) {
        String text = word.text().substring(key.length());
        for (TimeMetric metric : TimeMetric.values()) {
            if (metric.name().toLowerCase(Locale.ROOT).equals(text)) {
                return metric;
            }
        }
        reading.invalidParameter(word, "it must be " + key + "connect, " + key + "first_byte or " + key + "last_byte");
        return TimeMetric.LAST_BYTE;
    }

    private Hash hash(Clause clause) {
        Template key = reading.templates().parse(clause.argument(0));
        boolean isConsistent = clause.arguments().size() > 1;
        if (isConsistent) {
            requireWord(clause.argument(1), "consistent");
        }
        OptionalDouble balance = clause.arguments().size() > 2 ? balance(clause.argument(2)) : OptionalDouble.empty();
        return new Hash(key, isConsistent, balance);
    }

    private OptionalDouble balance(Word word) {
        if (!word.text().startsWith("balance=")) {
            reading.unknownParameter(word);
            return OptionalDouble.empty();
        }
        String text = word.after("balance=").text();
        double factor = BALANCE.matcher(text).matches() ? Double.parseDouble(text) : 0;
        if (factor <= 1) {
            reading.invalidParameter(word, "it must be above 1 and below 1000, with at most 3 decimals, such as 1.25");
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(factor);
    }

    private BalancingMethod random(Clause clause) {
        List<Word> arguments = clause.arguments();
        if (arguments.isEmpty()) {
            return new Random();
        }
        requireWord(arguments.get(0), "two");
        if (arguments.size() == 1 || arguments.get(1).text().equals("least_conn")) {
            return new RandomTwo(Optional.empty());
        }
        Word metric = arguments.get(1);
        if (metric.text().startsWith("least_time=")) {
            return new RandomTwo(Optional.of(metric(metric, "least_time=")));
        }
        reading.invalidParameter(metric, "it must be \"least_conn\" or \"least_time=\" and a metric");
        return new RandomTwo(Optional.empty());
    }

    private Optional<UpstreamConfig.Queue> queue(Block block) {
        return block.first(Directive.QUEUE).map(clause -> {
            long timeoutMs = DEFAULT_QUEUE_TIMEOUT_MS;
            if (clause.arguments().size() > 1) {
                Word word = clause.argument(1);
                if (word.text().startsWith("timeout=")) {
                    timeoutMs = reading.parameter(word, "timeout=", ValueRule.msec(1, ValueRule.MAX_TIME_MS));
                } else {
                    reading.unknownParameter(word);
                }
            }
            int size =
                    (int) ValueRule.number(1).parse(clause.argument(0).text()).orElse(1);
            return new UpstreamConfig.Queue(size, timeoutMs);
        });
    }

    private void requireWord(Word word, String expected) {
        if (!word.text().equals(expected)) {
            reading.invalidParameter(word, "it must be \"" + expected + "\"");
        }
    }

    /** Whichever of the two lines comes first; nginx sees it only when the method does. */
    static void refuseUnsupported(Reading reading, BalancingMethod method, List<Word> arguments) {
        boolean isByChanceOrKey = method instanceof Hash || method instanceof Random || method instanceof RandomTwo;
        boolean isByForecast = method instanceof Arima || method instanceof ResponseTime; // and so not by weight
        arguments.stream()
                .filter(word -> (isByChanceOrKey && word.text().equals("backup"))
                        || ((isByChanceOrKey || isByForecast) && word.text().startsWith("slow_start=")))
                .forEach(word -> reading.diagnostics()
                        .fault(word, "balancing method does not support parameter \"" + word.text() + "\""));
    }

    private void warnOfUnreportedWeights(Clause upstream, Directive directive, List<UpstreamServer> servers) {
        Optional<Clause> method = upstream.inside().first(directive);
        boolean isReported = servers.stream().anyMatch(server -> server.node().isPresent());
        if (method.isPresent() && !(isReported && stream.has(Directive.LOAD_REPORTS))) {
            String reason = isReported ? "there is no \"load_reports\" block" : "no server has \"node=\"";
            reading.diagnostics()
                    .warn(
                            method.get().name(),
                            "the weights of upstream \"" + upstream.argument(0).text() + "\" stay as configured: "
                                    + reason);
        }
    }
}
