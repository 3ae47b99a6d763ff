package io.lamplighter.balancer.measure;

import io.lamplighter.balancer.config.Variable;
import io.lamplighter.balancer.node.Node;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** The values of variables in a session. A value that is not there, or not yet, is empty. */
public final class SessionVariables {
    private static final DateTimeFormatter LOCAL_TIME =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH);
    private static final String PID = Long.toString(ProcessHandle.current().pid());
    private static final String HOSTNAME = hostname();

    private SessionVariables() {}

    /** The text of {@code variable} in {@code session}. */
    public static String value(Variable variable, SessionView session) {
        return switch (variable) {
            case BINARY_REMOTE_ADDR ->
                new String(session.clientAddress().getAddress().getAddress(), StandardCharsets.ISO_8859_1);
            case BYTES_RECEIVED -> Long.toString(session.bytesFromClient());
            case BYTES_SENT -> Long.toString(session.bytesToClient());
            case CONNECTION -> Long.toString(session.serial());
            case END_REASON -> endReason(session);
            case HOSTNAME -> HOSTNAME;
            case MSEC -> seconds(System.currentTimeMillis());
            case NODE -> node(session);
            case PID -> PID;
            case PROTOCOL -> session.isUdp() ? "UDP" : "TCP";
            case REMOTE_ADDR -> session.clientAddress().getAddress().getHostAddress();
            case REMOTE_PORT -> Integer.toString(session.clientAddress().getPort());
            case SERVER_ADDR -> session.serverAddress().getAddress().getHostAddress();
            case SERVER_PORT -> Integer.toString(session.serverAddress().getPort());
            case SESSION_TIME -> seconds(session.durationMs());
            case STATUS -> status(session);
            case TIME_ISO8601 ->
                DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                        ZonedDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS));
            case TIME_LOCAL -> LOCAL_TIME.format(ZonedDateTime.now(ZoneId.systemDefault()));
            case UPSTREAM_ADDR ->
                session.tries().stream()
                        .map(tried -> text(tried.node().address()))
                        .collect(Collectors.joining(", "));
            case UPSTREAM_BYTES_RECEIVED -> each(session, NodeTry::bytesFromNode);
            case UPSTREAM_BYTES_SENT -> each(session, NodeTry::bytesToNode);
            case UPSTREAM_CONNECT_TIME -> eachSeconds(session, NodeTry::connectMs);
            case UPSTREAM_FIRST_BYTE_TIME -> eachSeconds(session, NodeTry::firstByteMs);
            case UPSTREAM_QUEUE_TIME -> session.queuedMs() < 0 ? "" : seconds(session.queuedMs());
            case UPSTREAM_SESSION_TIME -> eachSeconds(session, NodeTry::sessionMs);
        };
    }

    /** {@code host:port}, an IPv6 host in brackets. */
    public static String text(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return host.indexOf(':') < 0 ? host + ":" + address.getPort() : "[" + host + "]:" + address.getPort();
    }

    /** What a node is called: its name in agents' reports, or its address. */
    public static String name(Node node) {
        return node.settings().node().orElseGet(() -> text(node.address()));
    }

    private static String endReason(SessionView session) {
        EndReason reason = session.endReason();
        return reason == null ? "" : reason.lowerName();
    }

    private static String status(SessionView session) {
        EndReason reason = session.endReason();
        return reason == null ? "" : Integer.toString(reason.status());
    }

    private static String node(SessionView session) {
        var tries = session.tries();
        if (tries.isEmpty()) {
            return "";
        }
        return name(tries.get(tries.size() - 1).node());
    }

    private static String each(SessionView session, ToLongFunction<NodeTry> value) {
        return session.tries().stream()
                .map(tried -> Long.toString(value.applyAsLong(tried)))
                .collect(Collectors.joining(", "));
    }

    /** As nginx writes times that never came to be: a dash. */
    private static String eachSeconds(SessionView session, ToLongFunction<NodeTry> valueMs) {
        return session.tries().stream()
                .map(tried -> valueMs.applyAsLong(tried) < 0 ? "-" : seconds(valueMs.applyAsLong(tried)))
                .collect(Collectors.joining(", "));
    }

    private static String seconds(long ms) {
        return ms / 1000 + "." + String.valueOf(1000 + ms % 1000).substring(1);
    }

    private static String hostname() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
