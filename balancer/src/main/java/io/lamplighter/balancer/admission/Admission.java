package io.lamplighter.balancer.admission;

import io.lamplighter.balancer.config.AdmissionConfig.Preread;
import io.lamplighter.balancer.measure.ClientFacts;
import io.lamplighter.balancer.measure.ClientHello;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.measure.MqttConnect;
import io.lamplighter.balancer.measure.ProxyHeader;
import io.lamplighter.balancer.measure.SessionLog;
import io.lamplighter.balancer.measure.SessionView;
import io.lamplighter.balancer.tls.ClientHandshake;
import io.lamplighter.balancer.tls.ServerTls;
import io.lamplighter.balancer.tls.TlsFacts;
import io.lamplighter.balancer.tls.TlsTrouble;
import io.lamplighter.balancer.variable.Values;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * One TCP session on its way through a {@link Gate}, one method for each step in the order they happen: {@link #begin},
 * {@link #headerRead}, {@link #check}, {@link #secured}, {@link #lookAhead}. What has to be read from the client is read by handlers that stand in
 * front of the relay's and leave when they are done; bytes they do not use go on to it.
 *
 * <p>Threads: the session's event loop.
 */
public final class Admission implements ClientHandshake.Listener {
    /** Whose session it is. */
    public interface Listener {
        /** Everything is known and nothing forbids the session. */
        void admitted();

        /** The session may not go on. */
        void refused(EndReason reason);

        /** The client asks for a server by its name, octets in lower case; another server of the address may take over. */
        void askedFor(String serverName);

        /** The gate of the server that has the session by now; null if that has nothing to know or check. */
        @Nullable
        Gate gate();
    }

    private final Gate gate;
    private final Channel client;
    private final SessionView session;
    private final Values values;
    private final SessionLog log;
    private final ClientFacts facts;
    private final Listener listener;
    private final List<Runnable> places = new ArrayList<>(2);
    private @Nullable Future<?> timer;
    private boolean isOver;

    /**
     * Makes the walk of one session.
     *
     * @param facts takes what becomes known
     */
    public Admission(
            Gate gate,
            Channel client,
            SessionView session,
            Values values,
            SessionLog log,
            ClientFacts facts,
            Listener listener) {
        this.gate = gate;
        this.client = client;
        this.session = session;
        this.values = values;
        this.log = log;
        this.facts = facts;
        this.listener = listener;
    }

    /** Begins; the listener may hear of the end before this returns. */
    public void begin() {
        if (!gate.hasHeader()) {
            check();
            return;
        }
        limitTime(gate.headerTimeoutMs(), EndReason.HEADER_TIMEOUT);
        HeaderReader.into(client.pipeline(), this);
        client.config().setAutoRead(true);
    }

    /** The header has come; null if it says that the client is unknown. */
    void headerRead(@Nullable ProxyHeader header) {
        facts.proxyHeader = header;
        check();
    }

    /** What came is no header. */
    void headerBroken(String reason) {
        log.error(session, "broken header: " + reason + " while reading PROXY protocol");
        refuse(EndReason.BAD_HEADER);
    }

    private void check() {
        EndReason reason = gate.check(session, values, facts, log, places);
        if (reason != null) {
            refuse(reason);
        } else if (gate.tls() != null && facts.tls == null) { // whoever passed the client on may have spoken it already
            limitTime(gate.tls().settings().handshakeTimeoutMs(), EndReason.TLS_FAILED);
            ClientHandshake.begin(client, values, this);
        } else {
            secured();
        }
    }

    @Override
    public void greeted(TlsFacts tls) {
        facts.tls = tls;
    }

    @Override
    public ServerTls serverOf(String serverName) {
        ServerNames.normalized(serverName).ifPresent(listener::askedFor);
        Gate named = listener.gate();
        return named == null || named.tls() == null ? gate.tls() : named.tls();
    }

    @Override
    public void unsecured(TlsTrouble trouble) {
        if (!isOver) {
            String text = trouble.text() + " while SSL handshaking";
            log.log(trouble.isOurs() ? Level.ERROR : Level.DEBUG, session, text);
        }
        refuse(EndReason.TLS_FAILED);
    }

    /** There is nothing to decrypt, or it is being done. */
    @Override
    public void secured() {
        stopTimer();
        Gate named = listener.gate(); // another's than at the beginning if the handshake told the server's name
        if (named != null && named.isPrereadWanted()) {
            lookAhead(named.preread());
        } else {
            admit();
        }
    }

    private void lookAhead(Preread preread) {
        limitTime(preread.timeoutMs(), EndReason.PREREAD_TIMEOUT);
        client.pipeline().addBefore(client.pipeline().lastContext().name(), null, new PrereadHandler(this, preread));
        client.config().setAutoRead(true);
    }

    /** The first bytes were looked at; null for what they are not. */
    void lookedAt(@Nullable ClientHello hello, @Nullable MqttConnect connect) {
        facts.clientHello = hello;
        facts.mqttConnect = connect;
        if (hello != null && !hello.serverName().isEmpty()) {
            ServerNames.normalized(hello.serverName()).ifPresent(listener::askedFor);
        }
        admit();
    }

    /** There are more first bytes than may be. */
    void prereadFull() {
        log.error(session, "preread buffer full while prereading client data");
        refuse(EndReason.PREREAD_FULL);
    }

    /** The client ended before all was known. */
    void clientLeft() {
        refuse(gate.hasHeader() && facts.proxyHeader == null ? EndReason.BAD_HEADER : EndReason.CLIENT_LEFT);
    }

    private void limitTime(long timeMs, EndReason reason) {
        stopTimer();
        timer = client.eventLoop()
                .schedule(
                        () -> {
                            log.info(session, "client timed out (110: Connection timed out)");
                            refuse(reason);
                        },
                        timeMs,
                        TimeUnit.MILLISECONDS);
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    private void admit() {
        stopTimer();
        if (!isOver) {
            isOver = true;
            listener.admitted();
        }
    }

    private void refuse(EndReason reason) {
        stopTimer();
        if (!isOver) {
            isOver = true;
            listener.refused(reason);
        }
    }

    /** The session ended: what it took is given back. */
    public void release() {
        isOver = true;
        stopTimer();
        places.forEach(Runnable::run);
        places.clear();
    }
}
