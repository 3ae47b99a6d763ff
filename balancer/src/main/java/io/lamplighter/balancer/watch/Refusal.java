package io.lamplighter.balancer.watch;

import io.lamplighter.agent.report.LoadReportCodec;
import java.util.Locale;

/** Why a datagram on the report port has no effect. Each is counted on its own, because each has another remedy. */
public enum Refusal {
    OVER_RATE("its source address sends more than `limit_reports` lets through"),
    CUT("it is cut or padded: its size is not that of the report it begins with"),
    RUBBISH("it is no report, or holds a value outside its range"),
    UNKNOWN_VERSION("its version is not known here; balancer or agent is too old"),
    UNSIGNED("it is not signed, and `unsigned on` is not set"),
    UNKNOWN_KEY("it is signed with a key that is not in the key file"),
    BAD_SIGNATURE("its signature does not match; the agent's key has the same id but another text, or it is forged"),
    UNKNOWN_NODE("no server of the configuration has this node= name"),
    CLOCK_OFF("it was sent too long ago or in the future; the clocks of node and balancer differ, or it is replayed"),
    OLD_BOOT("a later start of the same agent was heard already; two agents use one name, or it is replayed"),
    REPLAY("this report, or a later one, was heard already");

    private final String meaning;

    Refusal(String meaning) {
        this.meaning = meaning;
    }

    static Refusal of(LoadReportCodec.Fault fault) {
        return switch (fault) {
            case TOO_SHORT, WRONG_LENGTH -> CUT;
            case NOT_A_REPORT, UNKNOWN_FLAG, VALUE_OUT_OF_RANGE -> RUBBISH;
            case UNKNOWN_VERSION -> UNKNOWN_VERSION;
            case UNSIGNED -> UNSIGNED;
            case UNKNOWN_KEY -> UNKNOWN_KEY;
            case BAD_SIGNATURE -> BAD_SIGNATURE;
        };
    }

    /** Ends the sentence "a load report was refused: …". */
    public String meaning() {
        return meaning;
    }

    /** The name in the API and in metrics. */
    public String lowerName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
