package io.lamplighter.simulator.flood;

import io.lamplighter.simulator.frame.LampFrame;
import io.lamplighter.simulator.frame.LampFrameCodec;
import io.lamplighter.simulator.frame.LampFrameCodec.Decoded;
import io.lamplighter.simulator.frame.NodeAnswer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ConnectTimeoutException;
import java.net.PortUnreachableException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One lamp: holds a session, sends when an exchange is due, takes answers, and from time to time leaves and comes back. An
 * exchange that is due is never skipped for a slow answer or a missing session: it waits, and its latency counts from when
 * it was due. Everything happens on the lamp's event loop.
 */
final class Lamp {
    private static final long RETRY_MS = 1000;

    private final int id;
    private final boolean isUdp;
    private final FloodLoop flood;
    private final OpenExchanges exchanges;
    private State state = State.AWAY;
    private @Nullable Channel channel;
    private long connectingSinceNs;
    private boolean isReset;
    private boolean isLeaving;

    private enum State {
        /** No session and none wanted yet, or waiting to try again. */
        AWAY,
        OPENING,
        OPEN,
        /** Closing on its own account. */
        CLOSING,
        /** Never comes back. */
        RETIRED
    }

    Lamp(int id, boolean isUdp, FloodLoop flood) {
        this.id = id;
        this.isUdp = isUdp;
        this.flood = flood;
        exchanges = new OpenExchanges(flood.openExchangesPerLamp());
    }

    boolean isUdp() {
        return isUdp;
    }

    /** Opens a session, unless there is one. */
    void come() {
        if (state != State.AWAY) {
            return;
        }
        state = State.OPENING;
        isReset = false;
        isLeaving = false;
        connectingSinceNs = System.nanoTime();
        flood.sockets().open(isUdp, flood.eventLoop(), new Session()).addListener(opening -> {
            if (!opening.isSuccess()) {
                failed(opening.cause());
            }
        });
    }

    private void failed(Throwable cause) {
        flood.error(cause instanceof ConnectTimeoutException ? FloodError.CONNECT_TIMEOUT : FloodError.CONNECT_FAILED);
        comeLater();
    }

    private void comeLater() {
        if (state == State.RETIRED) {
            return;
        }
        state = State.AWAY;
        flood.eventLoop().schedule(this::come, RETRY_MS, TimeUnit.MILLISECONDS);
    }

    private void opened(Channel opened) {
        channel = opened;
        flood.opened(isUdp, System.nanoTime() - connectingSinceNs);
        if (state == State.RETIRED) {
            opened.close();
            return;
        }
        state = State.OPEN;
        flood.sessionLifeNs()
                .ifPresent(lifeNs -> flood.eventLoop().schedule(() -> leave(opened), lifeNs, TimeUnit.NANOSECONDS));
        sendDue();
    }

    private void leave(Channel session) {
        if (state != State.OPEN || !session.equals(channel)) {
            return;
        }
        isLeaving = true;
        closeWhenAnswered();
    }

    /** A lamp leaves between two exchanges; until then it goes on as ever, so that a lost answer costs one exchange. */
    private void closeWhenAnswered() {
        if (isLeaving && state == State.OPEN && !exchanges.hasSent() && channel != null) {
            state = State.CLOSING;
            channel.close();
        }
    }

    /** An exchange is due: sends it, or keeps it until there is a session. */
    void due(long dueNs) {
        if (exchanges.isFull()) {
            flood.error(FloodError.BACKLOG);
            return;
        }
        exchanges.add(dueNs);
        sendDue();
    }

    private void sendDue() {
        if (state != State.OPEN || channel == null || !exchanges.hasUnsent()) {
            return;
        }
        while (exchanges.hasUnsent()) {
            int sequence = exchanges.send();
            LampFrame frame =
                    new LampFrame(LampFrame.Kind.STATUS, id, sequence, exchanges.dueNs(sequence), flood.payload());
            ByteBuf bytes = channel.alloc().buffer(LampFrameCodec.sizeBytes(frame));
            LampFrameCodec.encode(frame, bytes);
            channel.write(bytes); // one that fails is an exchange that is lost or times out, and counted as that
        }
        channel.flush();
    }

    private void answered(LampFrame answer) {
        long dueNs = answer.lampId() == id ? exchanges.close(answer.sequence()) : OpenExchanges.NOT_OPEN;
        if (dueNs == OpenExchanges.NOT_OPEN || answer.kind() == LampFrame.Kind.STATUS) {
            flood.error(FloodError.WRONG_ANSWER);
        } else if (answer.kind() == LampFrame.Kind.BUSY) {
            flood.error(FloodError.BUSY);
        } else if (answer.sentAtNs() != dueNs || !NodeAnswer.echoes(answer.payload(), flood.payload())) {
            flood.error(FloodError.WRONG_ANSWER);
        } else {
            flood.answered(dueNs, NodeAnswer.nodeName(answer.payload()).orElse(""));
        }
        closeWhenAnswered();
    }

    private void sessionEnded() {
        channel = null;
        flood.closed();
        if (state == State.CLOSING) {
            state = State.AWAY;
            come();
        } else if (state != State.RETIRED) {
            flood.error(isReset ? FloodError.RESET : FloodError.CLOSED);
            flood.errors(FloodError.LOST, exchanges.closeSent());
            comeLater();
        }
    }

    private void troubled(Throwable cause, Channel session) {
        if (cause instanceof PortUnreachableException) {
            flood.error(FloodError.PORT_UNREACHABLE); // the exchange itself will time out
            return;
        }
        isReset = true;
        session.close();
    }

    /** Gives up exchanges that were due before {@code limitNs}. */
    void expire(long limitNs) {
        flood.errors(isUdp ? FloodError.UDP_TIMEOUT : FloodError.TIMEOUT, exchanges.closeDueBefore(limitNs));
        closeWhenAnswered();
    }

    /** Whether an exchange is still open. */
    boolean hasOpenExchanges() {
        return !exchanges.isEmpty();
    }

    /** Whether it holds a session or is about to. */
    boolean hasSession() {
        return channel != null || state == State.OPENING;
    }

    /** Ends the session for good. */
    void retire() {
        state = State.RETIRED;
        if (channel != null) {
            channel.close();
        }
    }

    /** The lamp's ears on one channel; events of an earlier channel cannot reach a later session. */
    private final class Session extends ChannelInboundHandlerAdapter {
        @Override
        public void channelActive(ChannelHandlerContext context) {
            opened(context.channel());
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof LampFrame answer) {
                answered(answer);
            } else if (message instanceof Decoded.Refused) {
                flood.error(FloodError.BAD_FRAME);
                if (!isUdp) {
                    context.close();
                }
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            sessionEnded();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            troubled(cause, context.channel());
        }
    }
}
