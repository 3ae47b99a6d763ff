package io.lamplighter.balancer.config;

import static io.lamplighter.balancer.config.ValueRule.MAX_TIME_MS;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The grammar as data: every directive with its place, arguments, default and meaning. The checks of {@link Grammar}, the
 * values that {@link Settings} fills in and {@code docs/configuration.md} all come from this table, so they cannot differ.
 */
enum Directive {
    WORKER_PROCESSES(
            simple("worker_processes", "number | auto").in(Context.MAIN).byDefault("1"),
            "Number of event loops; auto makes it the number of cores."),
    DAEMON(
            simple("daemon", "on | off").in(Context.MAIN).is(ValueRule.FLAG).byDefault("on"),
            "Whether the program detaches from its terminal."),
    PID(
            simple("pid", "file").in(Context.MAIN).byDefault("logs/lamplighter.pid"),
            "File that holds the process id while the balancer runs, relative to the prefix."),
    ERROR_LOG(
            simple("error_log", "file | stderr [level]")
                    .in(Context.MAIN)
                    .arguments(1, 2)
                    .repeats()
                    .byDefault("logs/error.log error"),
            "Where messages of the given level and above go, relative to the prefix; several are written side by side."),
    EVENTS(block("events", "").in(Context.MAIN).arguments(0, 0), "How sockets are driven."),
    STREAM(block("stream", "").in(Context.MAIN).arguments(0, 0), "What is proxied."),
    INCLUDE(
            simple("include", "file | mask").in(Context.values()).repeats(),
            "Reads the files in place of this line, in sorted order, relative to the directory of the configuration file."),

    USE(
            simple("use", "io_uring | epoll | nio").in(Context.EVENTS),
            "How event loops learn of ready sockets. Without it, the best that works here: io_uring, epoll, nio in this order,"
                    + " but epoll first where a `listen` says `udp`. It stays what it is until a restart."),
    WORKER_CONNECTIONS(
            simple("worker_connections", "number")
                    .in(Context.EVENTS)
                    .is(ValueRule.number(1))
                    .byDefault("512"),
            "Most connections, to clients and to servers together, that one event loop holds open."),

    UPSTREAM(
            block("upstream", "name").in(Context.STREAM).arguments(1, 1).repeats(),
            "A group of servers that proxy_pass can name."),
    UPSTREAM_SERVER(
            simple("server", "address [parameters]")
                    .in(Context.UPSTREAM)
                    .atLeast(1)
                    .repeats(),
            "A server of the group, as host:port, IPv4:port or [IPv6]:port."),
    LEAST_CONN(
            simple("least_conn", "").in(Context.UPSTREAM).arguments(0, 0).repeats(),
            "Chooses the server with the fewest sessions in flight relative to its weight."),
    LEAST_TIME(
            simple("least_time", "connect | first_byte | last_byte [inflight]")
                    .in(Context.UPSTREAM)
                    .arguments(1, 2)
                    .repeats(),
            "Chooses the server with the least average time and sessions in flight relative to its weight."),
    HASH(
            simple("hash", "key [consistent [balance=factor]]")
                    .in(Context.UPSTREAM)
                    .arguments(1, 3)
                    .repeats(),
            "Chooses by a hash of the key, which may hold variables; consistent moves few keys when servers come or go, and balance"
                    + " bounds a server's sessions to so many times its fair share."),
    RANDOM(
            simple("random", "[two [least_conn | least_time=metric]]")
                    .in(Context.UPSTREAM)
                    .arguments(0, 2)
                    .repeats(),
            "Chooses by chance and weight; two draws twice and takes the server with fewer sessions in flight, or less time."),
    DYNAMIC_WEIGHT(
            simple("dynamic_weight", "[parameters]").in(Context.UPSTREAM).arguments(0, Integer.MAX_VALUE),
            "Weights follow the CPU and bandwidth that the servers' agents report as idle."),
    ADAPTIVE(
            simple("adaptive", "[threshold=rate] [balancers=number]")
                    .in(Context.UPSTREAM)
                    .arguments(0, 2)
                    .repeats(),
            "Chooses the server with the fewest sessions in flight relative to a capacity that is learnt from what its agent reports."),
    ARIMA(
            simple("arima", "[pick=rotate | pick=first | pick=lowest]")
                    .in(Context.UPSTREAM)
                    .arguments(0, 1)
                    .repeats(),
            "Chooses an idle server, else one whose forecast response time is below that of the group."),
    RESPONSE_TIME(
            simple("response_time", "").in(Context.UPSTREAM).arguments(0, 0).repeats(),
            "Chooses a server whose last two response times lead to one below the group's mean."),
    QUEUE(
            simple("queue", "number [timeout=time]")
                    .in(Context.UPSTREAM)
                    .is(ValueRule.number(1))
                    .arguments(1, 2),
            "Lets so many TCP sessions wait while no server can be had, instead of ending them at once."),

    SERVER(
            block("server", "").in(Context.STREAM).arguments(0, 0).repeats(),
            "What is done with the clients of one or more listening addresses."),
    LISTEN(
            simple("listen", "address [parameters]")
                    .in(Context.SERVER)
                    .atLeast(1)
                    .repeats(),
            "Where clients connect to, or send datagrams to with udp."),
    PROXY_PASS(
            simple("proxy_pass", "address").in(Context.SERVER),
            "Where sessions go: the name of an upstream, or host:port."),
    PROXY_CONNECT_TIMEOUT(
            inherited("proxy_connect_timeout", "time")
                    // Netty counts it in an int.
                    .is(ValueRule.msec(1, Integer.MAX_VALUE))
                    .byDefault("60s"),
            "Longest wait for a connection to a server."),
    PROXY_TIMEOUT(
            inherited("proxy_timeout", "time")
                    .is(ValueRule.msec(1, MAX_TIME_MS))
                    .byDefault("10m"),
            "Longest time without a byte in either direction, after which a session ends."),
    PROXY_HALF_CLOSE(
            inherited("proxy_half_close", "on | off").is(ValueRule.FLAG).byDefault("off"),
            "Lets each direction of a TCP session end by itself."),
    PROXY_NEXT_UPSTREAM(
            inherited("proxy_next_upstream", "on | off").is(ValueRule.FLAG).byDefault("on"),
            "Tries another server when one cannot be connected to."),
    PROXY_NEXT_UPSTREAM_TRIES(
            inherited("proxy_next_upstream_tries", "number")
                    .is(ValueRule.number(0))
                    .byDefault("0"),
            "Most servers tried for one session; 0 for all."),
    PROXY_NEXT_UPSTREAM_TIMEOUT(
            inherited("proxy_next_upstream_timeout", "time")
                    .is(ValueRule.msec(0, MAX_TIME_MS))
                    .byDefault("0"),
            "Time after which no further server is tried; 0 for no limit."),
    PROXY_REQUESTS(
            inherited("proxy_requests", "number").is(ValueRule.number(0)).byDefault("0"),
            "Datagrams of a client after which its next one begins a new session; 0 for any number."),
    PROXY_RESPONSES(
            inherited("proxy_responses", "number").is(ValueRule.number(0)),
            "Datagrams expected from the server for each of the client's; after the last one the session ends. Without it,"
                    + " any number until proxy_timeout."),
    PROXY_BIND(
            inherited("proxy_bind", "address[:port] | off").arguments(1, 2),
            "Local address of connections to servers; off cancels an inherited one."),
    PROXY_BUFFER_SIZE(
            inherited("proxy_buffer_size", "size").is(ValueRule.size(1)).byDefault("16k"),
            "Bound on the bytes kept for one direction of a session."),
    PROXY_SOCKET_KEEPALIVE(
            inherited("proxy_socket_keepalive", "on | off").is(ValueRule.FLAG).byDefault("off"),
            "Whether connections to servers send TCP keep-alive probes."),
    TCP_NODELAY(
            inherited("tcp_nodelay", "on | off").is(ValueRule.FLAG).byDefault("on"),
            "Whether small segments are sent at once."),
    LOG_FORMAT(
            simple("log_format", "name [escape=default|json|none] string ...")
                    .in(Context.STREAM)
                    .atLeast(2)
                    .repeats(),
            "Names a line of the access log, which may hold variables; the strings are joined without anything between."),
    ACCESS_LOG(
            inherited("access_log", "file format | off").atLeast(1).repeats().byDefault("off"),
            "Where a line is written for each session that ended, relative to the prefix; the format must stand above it."),

    LOAD_REPORTS(
            block("load_reports", "").in(Context.STREAM).arguments(0, 0), "Receives what the servers' agents report."),
    REPORTS_LISTEN(simple("listen", "address:port").in(Context.LOAD_REPORTS), "UDP address at which reports arrive."),
    KEY_FILE(
            simple("key_file", "file").in(Context.LOAD_REPORTS),
            "File with the keys that sign reports, relative to the directory of the configuration file."),
    EXPIRE(
            simple("expire", "time")
                    .in(Context.LOAD_REPORTS)
                    .is(ValueRule.msec(1, MAX_TIME_MS))
                    .byDefault("5s"),
            "Silence after which a server falls back to its configured weight."),
    UNSIGNED(
            simple("unsigned", "on | off")
                    .in(Context.LOAD_REPORTS)
                    .is(ValueRule.FLAG)
                    .byDefault("off"),
            "Accepts reports that are not signed."),
    LIMIT_REPORTS(
            simple("limit_reports", "rate=rate [burst=number] | off")
                    .in(Context.LOAD_REPORTS)
                    .arguments(1, 2)
                    .byDefault("rate=100r/s burst=100"),
            "Most datagrams from one source address that are looked at; the others are counted and dropped."),

    API(block("api", "").in(Context.STREAM).arguments(0, 0), "Shows the state over HTTP."),
    API_LISTEN(simple("listen", "address:port").in(Context.API), "TCP address of the HTTP server."),
    WRITE(
            simple("write", "on | off").in(Context.API).is(ValueRule.FLAG).byDefault("off"),
            "Takes orders over HTTP as well: drain, down, up and the weight of a server.");

    @SuppressWarnings("ImmutableEnumChecker") // Shape changes only while the constants are made
    private final Shape shape;

    private final String meaning;

    Directive(Shape shape, String meaning) {
        this.shape = shape;
        this.meaning = meaning;
    }

    /** The directive of that name in that context. */
    static Optional<Directive> find(String name, Context context) {
        return Arrays.stream(values())
                .filter(d -> d.word().equals(name) && d.contexts().contains(context))
                .findFirst();
    }

    /** Where a directive of that name can stand; empty when there is none at all. */
    static Set<Context> contextsOf(String name) {
        Set<Context> contexts = EnumSet.noneOf(Context.class);
        Arrays.stream(values()).filter(d -> d.word().equals(name)).forEach(d -> contexts.addAll(d.contexts()));
        return contexts;
    }

    /** Whether some directive of that name has a block. */
    static boolean isBlock(String name) {
        return Arrays.stream(values())
                .anyMatch(d -> d.inside().isPresent() && d.word().equals(name));
    }

    /** The name as written. */
    String word() {
        return shape.word;
    }

    Set<Context> contexts() {
        return shape.contexts;
    }

    int minArguments() {
        return shape.minArguments;
    }

    int maxArguments() {
        return shape.maxArguments;
    }

    /** Whether the directive may stand more than once in a block. */
    boolean isRepeatable() {
        return shape.isRepeatable;
    }

    /** What its first argument must look like. */
    ValueRule rule() {
        return shape.rule;
    }

    /** What its block is to the directives inside; empty for a directive without a block. */
    Optional<Context> inside() {
        return shape.isBlock ? Optional.of(Context.valueOf(name())) : Optional.empty();
    }

    /** Arguments that stand for leaving it out. */
    Optional<String> defaultArguments() {
        return Optional.ofNullable(shape.defaultArguments);
    }

    /** The whole directive as documented. */
    String syntax() {
        String head = shape.arguments.isEmpty() ? shape.word : shape.word + " " + shape.arguments;
        return shape.isBlock ? head + " { ... }" : head + ";";
    }

    /** One sentence or two. */
    String meaning() {
        return meaning;
    }

    private static Shape simple(String word, String arguments) {
        return new Shape(word, arguments, false);
    }

    private static Shape block(String word, String arguments) {
        return new Shape(word, arguments, true);
    }

    /** A directive of servers that also stands in {@code stream} for all of them. */
    private static Shape inherited(String word, String arguments) {
        return simple(word, arguments).in(Context.STREAM, Context.SERVER);
    }

    /** All but the meaning; filled in while the constants are made, then never changed. */
    private static final class Shape {
        private final String word;
        private final String arguments;
        private final boolean isBlock;
        private final Set<Context> contexts = EnumSet.noneOf(Context.class);
        private int minArguments = 1;
        private int maxArguments = 1;
        private boolean isRepeatable;
        private ValueRule rule = ValueRule.TEXT;
        private @Nullable String defaultArguments;

        Shape(String word, String arguments, boolean isBlock) {
            this.word = word;
            this.arguments = arguments;
            this.isBlock = isBlock;
        }

        Shape in(Context... where) {
            contexts.addAll(Arrays.asList(where));
            return this;
        }

        Shape arguments(int min, int max) {
            minArguments = min;
            maxArguments = max;
            return this;
        }

        Shape atLeast(int min) {
            return arguments(min, Integer.MAX_VALUE);
        }

        Shape repeats() {
            isRepeatable = true;
            return this;
        }

        Shape is(ValueRule valueRule) {
            rule = valueRule;
            return this;
        }

        Shape byDefault(String text) {
            defaultArguments = text;
            return this;
        }
    }
}
