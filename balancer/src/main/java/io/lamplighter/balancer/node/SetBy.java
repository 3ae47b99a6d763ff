package io.lamplighter.balancer.node;

import java.util.Locale;

/** Who decides about a node, the strongest first: what one says goes before what those below say. */
public enum SetBy {
    /** An order over the API. */
    ADMIN,
    /** The node's own agent, in its reports. */
    AGENT,
    /** The SRV record that its address came with. */
    DNS,
    /** The {@code server} line, or what stands for a word that it does not say. */
    CONFIGURATION,
    /** Nobody: health checks failed, or {@code max_fails} sessions could not be served. */
    HEALTH;

    /** The name in the API and in metrics. */
    public String lowerName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
