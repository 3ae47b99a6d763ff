package io.lamplighter.simulator.scenario;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** A group while its values are being set, one after another. */
final class LampGroupEditor {
    String name;
    double share;
    Optional<Protocol> protocol;
    Duration interval;
    double jitter;
    int minPayloadBytes;
    int maxPayloadBytes;
    Reconnect reconnect;
    SessionLife session;
    boolean reportsOnArrival;
    Optional<Duration> rebindEvery;
    Optional<Duration> abandonEvery;
    OptionalLong readBytesPerSecond;
    int qos;
    Duration keepAlive;

    LampGroupEditor(LampGroup from) {
        name = from.name();
        share = from.share();
        protocol = from.protocol();
        interval = from.interval();
        jitter = from.jitter();
        minPayloadBytes = from.minPayloadBytes();
        maxPayloadBytes = from.maxPayloadBytes();
        reconnect = from.reconnect();
        session = from.session();
        reportsOnArrival = from.reportsOnArrival();
        rebindEvery = from.rebindEvery();
        abandonEvery = from.abandonEvery();
        readBytesPerSecond = from.readBytesPerSecond();
        qos = from.qos();
        keepAlive = from.keepAlive();
    }

    LampGroup group() {
        return new LampGroup(
                name,
                share,
                protocol,
                interval,
                jitter,
                minPayloadBytes,
                maxPayloadBytes,
                reconnect,
                session,
                reportsOnArrival,
                rebindEvery,
                abandonEvery,
                readBytesPerSecond,
                qos,
                keepAlive);
    }
}
