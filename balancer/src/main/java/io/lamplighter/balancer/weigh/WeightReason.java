package io.lamplighter.balancer.weigh;

import io.lamplighter.balancer.config.UpstreamServer;
import io.lamplighter.balancer.node.SetBy;
import java.util.Locale;

/** Why a node's weight is what it is. */
public enum WeightReason {
    ADMIN(SetBy.ADMIN, "an administrator ordered it"),
    AGENT_DRAINING(
            SetBy.AGENT,
            "the base weight, for later: the node's agent asks for no new sessions, and it gets none meanwhile"),
    AGENT(SetBy.AGENT, "the base weight times what the node's agent reports as idle"),
    LEARNT(
            SetBy.AGENT,
            "the capacity that is learnt from the requests the node serves and how busy its agent reports it, 100 for a core"),
    OVERLOADED(
            SetBy.AGENT,
            "no new sessions: the residual load rate that the node's agent reports is not above the threshold"),
    OVERLOADED_TRICKLE(
            SetBy.AGENT,
            "the trickle of the base weight: the residual load rate that the node's agent reports is not above the"
                    + " threshold"),
    ALL_OVERLOADED(
            SetBy.CONFIGURATION, "the base weight: no server of the upstream that can be used is above the threshold"),
    NOT_LEARNT(
            SetBy.CONFIGURATION,
            "the base weight's part of all cores, 100 for a core: not enough load yet to learn the node's capacity from"),
    AGENT_BLIND(SetBy.CONFIGURATION, "the base weight: the node's agent could measure nothing that counts"),
    AGENT_SILENT(SetBy.CONFIGURATION, "the base weight: the node's agent has been silent for longer than expire"),
    AGENT_NOT_HEARD(SetBy.CONFIGURATION, "the base weight: nothing was heard of the node's agent yet"),
    CONFIGURED(
            SetBy.CONFIGURATION,
            "the base weight: the upstream's method or the server line without node= expects no agent"),
    NAMED(SetBy.DNS, "the weight of the SRV record that the node's address came with; no agent is expected"),
    SET_TO_ZERO(SetBy.CONFIGURATION, "the server line says weight=0");

    private final SetBy setBy;
    private final String meaning;

    WeightReason(SetBy setBy, String meaning) {
        this.setBy = setBy;
        this.meaning = meaning;
    }

    /**
     * Whose number the weight is.
     *
     * @param line of the node; where it has a weight from DNS, that is what stands for the configuration's
     */
    public SetBy setBy(UpstreamServer line) {
        boolean isOfDns = line.dnsWeight().isPresent() && this != SET_TO_ZERO;
        return setBy == SetBy.CONFIGURATION && isOfDns ? SetBy.DNS : setBy;
    }

    /** One sentence for people. */
    public String meaning() {
        return meaning;
    }

    /** Whether the agent's last report decides, by what it says or by its age; the weight is as old as the report then. */
    boolean isOfReport() {
        return this == AGENT_DRAINING
                || this == AGENT
                || this == LEARNT
                || this == OVERLOADED
                || this == OVERLOADED_TRICKLE
                || this == ALL_OVERLOADED
                || this == AGENT_BLIND
                || this == AGENT_SILENT;
    }

    /** The name in the API and in metrics. */
    public String lowerName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
