package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.config.LocalAddress;
import io.lamplighter.balancer.config.MqttConfig;
import io.lamplighter.balancer.config.ProxyConfig;
import io.lamplighter.balancer.config.Sizes;
import io.lamplighter.balancer.connect.Local;
import io.lamplighter.balancer.measure.SessionLog;
import io.lamplighter.balancer.measure.SessionVariables;
import io.lamplighter.balancer.measure.SessionView;
import io.lamplighter.balancer.mqtt.ConnectMessage;
import io.lamplighter.balancer.relay.Pace;
import io.lamplighter.balancer.variable.Template;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What a server leaves to be computed for each session: the local address, rates, and what is changed in a first message. */
final class SessionSettings {
    private SessionSettings() {}

    /** The address to connect to a node from; null for the system's choice. */
    static @Nullable Local local(
            ProxyConfig proxy, SocketAddress node, SessionView session, SessionVariables variables, SessionLog log) {
        Optional<Template> bind = proxy.socket().bind();
        if (bind.isEmpty() || !(node instanceof InetSocketAddress)) {
            return null;
        }
        String text = bind.get().expand(variables);
        Optional<InetSocketAddress> local = LocalAddress.parse(text);
        if (local.isEmpty() && !text.isEmpty()) {
            log.error(session, "invalid local address \"" + text + "\"");
        }
        return local.map(address -> new Local(address, proxy.socket().isTransparent()))
                .orElse(null);
    }

    /** A CONNECT message as the server wants it. */
    static ConnectMessage rewritten(ConnectMessage message, MqttConfig mqtt, SessionVariables variables) {
        ConnectMessage rewritten = message;
        for (MqttConfig.Change change : mqtt.changes()) {
            String value = change.value().expand(variables);
            rewritten = switch (change.field()) {
                case CLIENTID -> rewritten.withClientId(value);
                case USERNAME -> rewritten.withUsername(value);
                case PASSWORD -> rewritten.withPassword(value);
            };
        }
        return rewritten;
    }

    /** The pace of a direction; null for none. */
    static @Nullable Pace pace(
            Optional<Template> rate, SessionView session, SessionVariables variables, SessionLog log, long nowNs) {
        if (rate.isEmpty()) {
            return null;
        }
        String text = rate.get().expand(variables);
        OptionalLong bytes = text.isEmpty() ? OptionalLong.of(0) : Sizes.parse(text);
        if (bytes.isEmpty()) {
            log.error(session, "invalid size \"" + text + "\"");
            return null;
        }
        return bytes.getAsLong() == 0 ? null : new Pace(bytes.getAsLong(), nowNs);
    }
}
