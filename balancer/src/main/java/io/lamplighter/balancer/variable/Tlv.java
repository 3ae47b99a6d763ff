package io.lamplighter.balancer.variable;

import org.jspecify.annotations.Nullable;

/**
 * {@code $proxy_protocol_tlv_…}: a value of the PROXY protocol header's second version.
 *
 * @param type of the value, 0 to 255, or {@link #VERIFY}
 * @param isOfTls whether it is one of those inside the value for TLS (PP2_TYPE_SSL)
 */
public record Tlv(int type, boolean isOfTls) implements Variable {
    /** Not a type: the result of the verification, four bytes inside the value for TLS; a number above every type. */
    public static final int VERIFY = 0x100;

    @Override
    public @Nullable String value(Values session) {
        return session.tlv(this);
    }
}
