package io.lamplighter.balancer.config;

import io.lamplighter.balancer.variable.BuiltIn;
import io.lamplighter.balancer.variable.Tlv;
import io.lamplighter.balancer.variable.Variable;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of the variables that every session has, those with a name of many endings among them. */
final class BuiltIns {
    private static final String TLV = "proxy_protocol_tlv_";
    private static final Pattern TLV_NUMBER = Pattern.compile("(ssl_)?0x0*([0-9a-f]{1,2})");

    /** Of the PROXY protocol's specification, section 2.2. */
    private static final Map<String, Tlv> TLVS = Map.ofEntries(
            Map.entry("alpn", new Tlv(0x01, false)),
            Map.entry("authority", new Tlv(0x02, false)),
            Map.entry("unique_id", new Tlv(0x05, false)),
            Map.entry("ssl", new Tlv(0x20, false)),
            Map.entry("netns", new Tlv(0x30, false)),
            Map.entry("ssl_version", new Tlv(0x21, true)),
            Map.entry("ssl_cn", new Tlv(0x22, true)),
            Map.entry("ssl_cipher", new Tlv(0x23, true)),
            Map.entry("ssl_sig_alg", new Tlv(0x24, true)),
            Map.entry("ssl_key_alg", new Tlv(0x25, true)),
            Map.entry("ssl_verify", new Tlv(Tlv.VERIFY, true)));

    private BuiltIns() {}

    /** The variable of that name; empty if it is none of these, or after a fault. */
    static Optional<Variable> find(String name, Word at, Diagnostics diagnostics) {
        if (!isReserved(name)) {
            return BuiltIn.named(name).map(Function.identity());
        }
        Optional<Variable> tlv = tlv(name.toLowerCase(Locale.ROOT).substring(TLV.length()));
        if (tlv.isEmpty()) {
            diagnostics.fault(
                    at,
                    "unknown \"" + name + "\" variable, the end must be a number such as 0xae or one of "
                            + TLVS.keySet().stream().sorted().toList());
        }
        return tlv;
    }

    /** Whether the name begins like those of many variables. */
    static boolean isReserved(String name) {
        return name.toLowerCase(Locale.ROOT).startsWith(TLV);
    }

    private static Optional<Variable> tlv(String type) {
        Tlv known = TLVS.get(type);
        if (known != null) {
            return Optional.of(known);
        }
        Matcher number = TLV_NUMBER.matcher(type);
        return number.matches()
                ? Optional.of(new Tlv(Integer.parseInt(number.group(2), 16), number.group(1) != null))
                : Optional.empty();
    }
}
