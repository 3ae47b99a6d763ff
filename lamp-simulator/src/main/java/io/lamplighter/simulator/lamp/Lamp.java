package io.lamplighter.simulator.lamp;

import io.lamplighter.simulator.lamp.Profile.Leaving;
import io.lamplighter.simulator.measure.Count;
import io.lamplighter.simulator.measure.Fault;
import io.lamplighter.simulator.scenario.Event.Ending;
import org.jspecify.annotations.Nullable;

/**
 * One lamp: comes up, holds a session, reports when it is time, takes answers, loses its session and comes back. A report
 * that is due is never skipped for a slow answer or a missing session: it waits, and its latency counts from when it was
 * due. Everything happens on the lamp's event loop. {@link #wake} is the way in for everything that happens by time; links
 * call the rest.
 */
final class Lamp {
    /** Place in the loop's {@link WakeQueue}, which alone sets it. */
    int heapIndex = -1;

    /** Key in the loop's {@link WakeQueue}, which alone sets it. */
    long wakeNs;

    private final int id;
    private final Profile profile;
    private final LampLoop loop;
    private final OpenExchanges exchanges;
    private State state = State.OFF;
    private @Nullable Link link;
    /** When it gets its power; for the state OFF. */
    private long onNs;
    /** When its first report is due; the others follow at the interval. */
    private long firstDueNs;

    private long report;
    private long nextDueNs;
    /** Begin of the session or of the attempt at one. */
    private long linkNs;
    /** When it wants to leave its session. */
    private long leaveNs;
    /** When it may try again. */
    private long retryNs;

    /** Whether the one report of a session per report was sent. */
    private boolean isSpent;

    private int failures;
    private int sessions;

    private enum State {
        /** Without power. */
        OFF,
        /** No session. */
        AWAY,
        OPENING,
        OPEN,
        /** Closing on its own account. */
        CLOSING,
        /** Never comes back. */
        RETIRED
    }

    /**
     * @param onNs when it comes up
     * @param firstDueNs when its first report is due, not before it comes up
     */
    Lamp(int id, Profile profile, LampLoop loop, long onNs, long firstDueNs) {
        this.id = id;
        this.profile = profile;
        this.loop = loop;
        this.onNs = onNs;
        exchanges = new OpenExchanges(loop.openExchangesPerLamp(profile));
        startReports(firstDueNs);
    }

    int id() {
        return id;
    }

    Profile profile() {
        return profile;
    }

    OpenExchanges exchanges() {
        return exchanges;
    }

    private void startReports(long dueNs) {
        firstDueNs = dueNs;
        report = 0;
        nextDueNs = loop.isClosedLoop() ? WakeQueue.NEVER : dueNs;
    }

    /** Does whatever is due by now. @return when to be woken next */
    long wake(long nowNs) {
        if (state == State.OFF && nowNs - onNs >= 0) {
            state = State.AWAY;
            retryNs = nowNs;
        }
        if (state == State.OFF || state == State.RETIRED) {
            return nextWakeNs();
        }
        takeDue(nowNs);
        expire(nowNs);
        if (state == State.AWAY && wantsSession() && nowNs - retryNs >= 0) {
            open(nowNs);
        } else if (state == State.OPENING && nowNs - linkNs - profile.timeoutNs >= 0) {
            giveUpOpening();
        }
        serve(nowNs);
        return nextWakeNs();
    }

    private void takeDue(long nowNs) {
        while (nextDueNs - nowNs <= 0 && nextDueNs - loop.endNs() < 0) {
            due(nextDueNs);
            report++;
            nextDueNs = Math.max(nextDueNs, firstDueNs + report * profile.intervalNs + profile.jitterNs(id, report));
        }
        if (loop.isClosedLoop() && exchanges.isEmpty() && nowNs - loop.endNs() < 0) {
            due(nowNs);
        }
    }

    private void due(long dueNs) {
        loop.measurements().count(Count.DUE);
        if (exchanges.isFull()) {
            loop.fault(Fault.BACKLOG, 1);
            return;
        }
        exchanges.add(dueNs);
        loop.exchangesOpened(1);
    }

    private void expire(long nowNs) {
        int expired = exchanges.closeDueBefore(nowNs - profile.timeoutNs + 1);
        if (expired > 0) {
            loop.exchangesClosed(expired);
            boolean isUdp = profile.protocol == io.lamplighter.simulator.scenario.Protocol.UDP;
            loop.fault(isUdp ? Fault.LOST_DATAGRAM : Fault.TIMED_OUT, expired);
        }
    }

    /** Sends what waits, and leaves the session when it is time and nothing is under way. */
    private void serve(long nowNs) {
        if (state != State.OPEN || link == null) {
            return;
        }
        link.wake(nowNs);
        if (state == State.OPEN && !exchanges.hasSent() && isLeaving(nowNs)) {
            leave(nowNs);
        }
        sendDue(nowNs);
    }

    private boolean isLeaving(long nowNs) {
        if (profile.isPerReport) {
            return isSpent;
        }
        return profile.leaving != Leaving.NEVER && nowNs - leaveNs >= 0;
    }

    private void leave(long nowNs) {
        Link left = java.util.Objects.requireNonNull(link);
        switch (profile.leaving) {
            case ABANDON -> {
                detach();
                loop.abandon(left);
                open(nowNs);
            }
            case REBIND -> {
                loop.measurements().count(Count.REBINDS);
                detach();
                left.close();
                open(nowNs);
            }
            case NEVER, CLOSE -> {
                state = State.CLOSING;
                loop.lampClosed();
                left.close();
            }
        }
    }

    private boolean wantsSession() {
        return !profile.isPerReport || exchanges.hasUnsent();
    }

    private void open(long nowNs) {
        state = State.OPENING;
        linkNs = nowNs;
        isSpent = false;
        link = loop.newLink(this);
        link.open(this);
    }

    private void giveUpOpening() {
        Link given = java.util.Objects.requireNonNull(link);
        linkDown(given, Fault.TIMED_OUT);
        given.close();
    }

    /** The link is ready for exchanges. */
    void linkUp(Link up, long nowNs) {
        if (!up.equals(link) || state != State.OPENING) {
            up.close();
            return;
        }
        state = State.OPEN;
        loop.lampOpened();
        linkNs = nowNs;
        leaveNs = profile.leaving == Leaving.NEVER ? WakeQueue.NEVER : nowNs + profile.leavesAfterNs(id, sessions);
        sessions++;
        sendDue(nowNs);
        loop.wakeAt(this, nextWakeNs());
    }

    /** Time from when the link began to open, nanoseconds. */
    long openingNs(long nowNs) {
        return nowNs - linkNs;
    }

    /**
     * The link is gone, or could not be opened.
     *
     * @param why whose doing it was not; unimportant when the lamp itself closed it
     */
    void linkDown(Link down, Fault why) {
        if (!down.equals(link)) {
            return;
        }
        boolean wasOpen = state == State.OPEN;
        boolean wasOwnWish = state == State.CLOSING;
        if (state == State.OPENING || wasOpen) {
            loop.fault(why, 1);
        }
        detach();
        state = State.AWAY;
        if (wasOpen) {
            int unanswered = exchanges.closeSent();
            loop.exchangesClosed(unanswered);
            loop.fault(Fault.UNANSWERED, unanswered);
        }
        long nowNs = System.nanoTime();
        if (wasOwnWish) {
            retryNs = nowNs;
        } else {
            failures++;
            retryNs = nowNs + profile.group.reconnect().delayNs(failures, profile.chance(id, -sessions - failures));
        }
        loop.wakeAt(this, nextWakeNs());
    }

    private void detach() {
        if (state == State.OPEN) {
            loop.lampClosed();
        }
        link = null;
    }

    private void sendDue(long nowNs) {
        Link to = link;
        if (state != State.OPEN || to == null || isSpent || !exchanges.hasUnsent() || !to.canSend()) {
            return;
        }
        do {
            int sequence = exchanges.send(nowNs);
            long dueNs = exchanges.dueNs(sequence);
            if (dueNs - linkNs >= 0 && !loop.isClosedLoop()) {
                loop.lateness(dueNs, nowNs);
            }
            to.send(this, sequence, dueNs);
            isSpent = profile.isPerReport;
        } while (!isSpent && exchanges.hasUnsent() && to.canSend());
        to.flush();
    }

    /** The link can send again, or has lost interest in what it waited for. */
    void linkReady() {
        sendDue(System.nanoTime());
    }

    /**
     * An exchange was answered as it should be.
     *
     * @param firstByteNs when the answer began to arrive
     * @param nowNs when it was there
     * @param node who answered; null when nobody says
     */
    void answered(int sequence, long firstByteNs, long nowNs, @Nullable String node) {
        long dueNs = exchanges.dueNs(sequence);
        if (dueNs == OpenExchanges.NOT_OPEN) {
            loop.fault(Fault.BAD_ANSWER, 1);
            return;
        }
        loop.answered(profile, dueNs, exchanges.sentNs(sequence), firstByteNs, nowNs, node);
        failures = 0;
        over(sequence, nowNs);
    }

    /** An exchange was answered, but not as it should be. */
    void answeredBadly(int sequence, Fault why) {
        loop.fault(why, 1);
        if (exchanges.dueNs(sequence) != OpenExchanges.NOT_OPEN) {
            over(sequence, System.nanoTime());
        }
    }

    private void over(int sequence, long nowNs) {
        exchanges.close(sequence);
        loop.exchangesClosed(1);
        if (loop.isClosedLoop() && nowNs - loop.endNs() < 0) {
            takeDue(nowNs);
            sendDue(nowNs);
        } else if (profile.leaving != Leaving.NEVER || profile.isPerReport) {
            serve(nowNs);
            loop.wakeAt(this, nextWakeNs());
        }
    }

    /** Every datagram under way was turned away. */
    void refused() {
        int refused = exchanges.closeSent();
        loop.exchangesClosed(refused);
        loop.fault(Fault.REFUSED, Math.max(1, refused));
    }

    /** Its power is gone until {@code untilNs}. */
    void cut(long untilNs, Ending how) {
        if (state == State.RETIRED) {
            return;
        }
        int cut = exchanges.closeAll();
        loop.exchangesClosed(cut);
        loop.measurements().count(Count.CUT_EXCHANGES, cut);
        Link lost = link;
        if (lost != null) {
            loop.measurements().count(Count.CUT_SESSIONS);
            detach();
            switch (how) {
                case RESET -> lost.reset();
                case CLOSE -> lost.close();
                case SILENCE -> loop.abandon(lost);
            }
        }
        state = State.OFF;
        onNs = untilNs;
        failures = 0;
        long missed = Math.max(0, (untilNs - firstDueNs) / profile.intervalNs + 1);
        startReports(profile.group.reportsOnArrival() ? untilNs : firstDueNs + missed * profile.intervalNs);
        loop.wakeAt(this, nextWakeNs());
    }

    /** Ends the session for good. */
    void retire() {
        Link last = link;
        detach();
        state = State.RETIRED;
        if (last != null) {
            last.close();
        }
    }

    private long nextWakeNs() {
        if (state == State.RETIRED) {
            return WakeQueue.NEVER;
        }
        if (state == State.OFF) {
            return onNs;
        }
        long next = nextDueNs - loop.endNs() < 0 ? nextDueNs : WakeQueue.NEVER;
        if (!exchanges.isEmpty()) {
            next = Math.min(next, exchanges.oldestDueNs() + profile.timeoutNs);
        }
        return switch (state) {
            case AWAY -> wantsSession() ? Math.min(next, retryNs) : next;
            case OPENING -> Math.min(next, linkNs + profile.timeoutNs);
            case OPEN -> Math.min(next, nextOfLinkNs());
            default -> next;
        };
    }

    private long nextOfLinkNs() {
        long next = link == null ? WakeQueue.NEVER : link.wakeNs();
        return exchanges.hasSent() || profile.isPerReport ? next : Math.min(next, leaveNs);
    }
}
