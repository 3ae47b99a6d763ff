package io.lamplighter.simulator.scenario;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Lamps of one kind.
 *
 * @param name in reports: letters, digits, {@code -} and {@code _}
 * @param share of all lamps, above 0 and at most 1
 * @param protocol what they speak; empty for what the command line says
 * @param interval time from one report of a lamp to its next
 * @param jitter how far a report may be from its regular time, as a share of the interval, 0..1
 * @param minPayloadBytes least payload of a report
 * @param maxPayloadBytes greatest payload of a report; sizes between are equally likely
 * @param reconnect what a lamp does when it has lost its session
 * @param session how long it keeps one
 * @param reportsOnArrival whether its first report is due the moment it comes up; otherwise the reports of all lamps are
 *     spread evenly over the interval
 * @param rebindEvery after this time the lamp's address changes, as behind a NAT that forgot it; UDP only
 * @param abandonEvery mean time after which it leaves its session standing, says nothing of it, and opens another one
 * @param readBytesPerSecond how fast it reads; empty for as fast as it can
 * @param qos MQTT quality of service of its reports, 0 or 1
 * @param keepAlive MQTT keep-alive; zero for none
 */
public record LampGroup(
        String name,
        double share,
        Optional<Protocol> protocol,
        Duration interval,
        double jitter,
        int minPayloadBytes,
        int maxPayloadBytes,
        Reconnect reconnect,
        SessionLife session,
        boolean reportsOnArrival,
        Optional<Duration> rebindEvery,
        Optional<Duration> abandonEvery,
        OptionalLong readBytesPerSecond,
        int qos,
        Duration keepAlive) {

    /** What a group is that says nothing else. */
    public static LampGroup standard(String name) {
        return new LampGroup(
                name,
                1,
                Optional.empty(),
                Duration.ofSeconds(2),
                0,
                40,
                40,
                Reconnect.BACK_OFF,
                SessionLife.KEPT,
                false,
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                1,
                Duration.ofSeconds(60));
    }

    LampGroup compressed(double factor) {
        LampGroupEditor edited = new LampGroupEditor(this);
        edited.interval = Scenario.divide(interval, factor);
        edited.reconnect = reconnect.compressed(factor);
        edited.session = session.compressed(factor);
        edited.rebindEvery = rebindEvery.map(time -> Scenario.divide(time, factor));
        edited.abandonEvery = abandonEvery.map(time -> Scenario.divide(time, factor));
        edited.keepAlive = Scenario.divide(keepAlive, factor);
        return edited.group();
    }

    /** The same lamps, but another part of all, and another protocol. */
    public LampGroup as(String newName, double newShare, Protocol newProtocol) {
        LampGroupEditor edited = new LampGroupEditor(this);
        edited.name = newName;
        edited.share = newShare;
        edited.protocol = Optional.of(newProtocol);
        return edited.group();
    }

    /** The same lamps with another interval. */
    public LampGroup withInterval(Duration newInterval) {
        LampGroupEditor edited = new LampGroupEditor(this);
        edited.interval = newInterval;
        return edited.group();
    }
}
