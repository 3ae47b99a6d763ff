package io.lamplighter.simulator.lab.model;

import io.lamplighter.balancer.config.StreamConfig;
import java.util.List;

/**
 * A way to choose nodes, as it is configured: the balancer's own loader reads it, so whatever the balancer can do is one line here.
 *
 * @param name in tables
 * @param directive of the {@code upstream} block, with its semicolon; empty for round robin. <code>{balancers}</code> stands for how
 *     many balancers there are
 * @param weights of the {@code server} lines
 */
public record Method(String name, String directive, Weights weights) {
    public static final Method ROUND_ROBIN = new Method("round robin", "", Weights.NONE);
    public static final Method WEIGHTED_ROUND_ROBIN = new Method("weighted round robin", "", Weights.CONFIGURED);
    public static final Method IDEAL_STATIC = new Method("ideal static weights", "", Weights.TRUE);
    public static final Method LEAST_CONN = new Method("least_conn", "least_conn;", Weights.NONE);
    public static final Method WEIGHTED_LEAST_CONN =
            new Method("least_conn, weights", "least_conn;", Weights.CONFIGURED);
    public static final Method RANDOM_TWO = new Method("random two", "random two;", Weights.NONE);
    public static final Method DYNAMIC_WEIGHT = new Method("dynamic_weight", "dynamic_weight;", Weights.NONE);
    public static final Method TAN = new Method("variant=tan", "dynamic_weight variant=tan;", Weights.NONE);

    public static final Method RESPONSE_TIME = new Method("response_time", "response_time;", Weights.NONE);
    public static final Method ARIMA = new Method("arima", "arima;", Weights.NONE);
    public static final Method ADAPTIVE = new Method("adaptive", "adaptive balancers={balancers};", Weights.NONE);
    public static final List<Method> ALL = List.of(
            ROUND_ROBIN,
            WEIGHTED_ROUND_ROBIN,
            IDEAL_STATIC,
            LEAST_CONN,
            WEIGHTED_LEAST_CONN,
            RANDOM_TWO,
            DYNAMIC_WEIGHT,
            TAN,
            RESPONSE_TIME,
            ARIMA,
            ADAPTIVE);

    /** The configuration of a balancer in front of these nodes; the port of the n-th is n. */
    StreamConfig config(List<NodeSpec> nodes, int balancers) {
        return Configurations.of(text(nodes, balancers));
    }

    private String text(List<NodeSpec> nodes, int balancers) {
        StringBuilder text = new StringBuilder("""
                events {}
                stream {
                    load_reports { listen 127.0.0.1:7946; unsigned on; }
                    upstream lamps {
                """);
        text.append("        ")
                .append(directive.replace("{balancers}", Integer.toString(balancers)))
                .append('\n');
        for (int i = 0; i < nodes.size(); i++) {
            NodeSpec node = nodes.get(i);
            text.append("        server 127.0.0.1:").append(i + 1);
            text.append(" node=").append(node.name());
            weights.of(node).ifPresent(weight -> text.append(" weight=").append(weight));
            text.append(";\n");
        }
        return text.append("""
                    }
                    server { listen 127.0.0.1:1883; proxy_pass lamps; }
                }
                """).toString();
    }
}
