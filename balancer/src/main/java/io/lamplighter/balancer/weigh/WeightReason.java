package io.lamplighter.balancer.weigh;

import java.util.Locale;

/** Who or what set a node's weight. */
public enum WeightReason {
    CONFIGURED("the base weight: the server line names no node, so no agent is expected"),
    SET_TO_ZERO("the server line says weight=0"),
    AGENT_NOT_HEARD("the base weight: nothing was heard of the node's agent yet"),
    AGENT_SILENT("the base weight: the node's agent has been silent for longer than expire"),
    AGENT_BLIND("the base weight: the node's agent could measure nothing that counts"),
    AGENT("the base weight times the residual load rate that the node's agent reports"),
    OVERLOADED("no new sessions: the residual load rate that the node's agent reports is not above the threshold"),
    ALL_OVERLOADED("the base weight: no server of the upstream that can be used is above the threshold");

    private final String meaning;

    WeightReason(String meaning) {
        this.meaning = meaning;
    }

    /** One sentence for people. */
    public String meaning() {
        return meaning;
    }

    /** The name in the API and in metrics. */
    public String lowerName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
