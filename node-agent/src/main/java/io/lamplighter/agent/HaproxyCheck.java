package io.lamplighter.agent;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers HAProxy's agent-check: whoever connects gets one line, and the end of the stream.
 *
 * <p>One thread of its own, which waits for nobody: a line fits into the buffer of a fresh connection or the connection is
 * dropped. It is then kept until the other side ends too, but not for long and not with many others: closing at once, with
 * something unread that {@code agent-send} sent, would be a reset, which may destroy the line on its way.
 */
final class HaproxyCheck implements AutoCloseable {
    /** Most connections that may take their time to end; the oldest gives way. HAProxy has one at a time per server line. */
    static final int MAX_ENDING = 64;

    private static final Logger LOG = LoggerFactory.getLogger(HaproxyCheck.class);
    private static final long ENDING_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long TICK_MS = 500;

    private final Supplier<String> answer;
    private final Selector selector;
    private final ServerSocketChannel listener;
    private final SelectionKey accepting;
    private final Deque<Ending> ending = new ArrayDeque<>();
    private final ByteBuffer unwanted = ByteBuffer.allocate(1_024);
    private final Trouble accept = new Trouble(LOG, "accepting HAProxy's connections");

    private record Ending(SocketChannel channel, long sinceNs) {}

    /**
     * Listens, and answers once it is started.
     *
     * @param answer a line with its end, asked for each connection
     * @throws IOException naming the address, when it cannot be listened on
     */
    HaproxyCheck(InetSocketAddress address, Supplier<String> answer) throws IOException {
        this.answer = answer;
        selector = Selector.open();
        listener = ServerSocketChannel.open();
        try {
            listener.bind(address);
            listener.configureBlocking(false);
            accepting = listener.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException e) {
            close();
            throw new IOException("--haproxy-check: cannot listen on " + address + ": " + e.getMessage(), e);
        }
    }

    /** Where it listens. */
    InetSocketAddress address() throws IOException {
        return (InetSocketAddress) listener.getLocalAddress();
    }

    /** Answers on a thread of its own until closed. */
    void start() {
        Thread thread = new Thread(this::run, "haproxy-check");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (selector.isOpen()) {
            try {
                // Holds the selector's lock until all are served: who closes it meanwhile waits.
                selector.select(this::ready, ending.isEmpty() && accepting.interestOps() != 0 ? 0 : TICK_MS);
                accepting.interestOps(SelectionKey.OP_ACCEPT);
                dropTheLate(System.nanoTime());
            } catch (ClosedSelectorException | CancelledKeyException closed) {
                return;
            } catch (IOException e) {
                accept.occurred(String.valueOf(e.getMessage()));
            }
        }
    }

    private void ready(SelectionKey key) {
        if (key.equals(accepting)) {
            acceptAll();
        } else if (key.isValid()) { // the oldest may have had to give way in this very round
            readToTheEnd((SocketChannel) key.channel());
        }
    }

    private void acceptAll() {
        try {
            for (SocketChannel channel = listener.accept(); channel != null; channel = listener.accept()) {
                accept.isOver();
                answer(channel);
            }
        } catch (ClosedChannelException closed) {
            LOG.trace("no longer listening", closed);
        } catch (IOException e) {
            // Mostly "too many open files". The connection stays in the queue and would wake us at once, again and
            // again.
            accept.occurred(String.valueOf(e.getMessage()));
            accepting.interestOps(0);
        }
    }

    private void answer(SocketChannel channel) {
        try {
            ByteBuffer line = ByteBuffer.wrap(answer.get().getBytes(StandardCharsets.US_ASCII));
            channel.configureBlocking(false);
            channel.write(line);
            if (line.hasRemaining()) {
                closeQuietly(channel);
                return;
            }
            channel.shutdownOutput();
            channel.register(selector, SelectionKey.OP_READ);
            ending.addLast(new Ending(channel, System.nanoTime()));
        } catch (IOException e) {
            closeQuietly(channel); // it went away before the answer, and asks again
        }
        if (ending.size() > MAX_ENDING) {
            closeQuietly(ending.removeFirst().channel());
        }
    }

    private void readToTheEnd(SocketChannel channel) {
        try {
            unwanted.clear();
            if (channel.read(unwanted) >= 0) {
                return;
            }
        } catch (IOException e) {
            LOG.trace("reset by HAProxy", e);
        }
        closeQuietly(channel);
        ending.removeIf(one -> one.channel().equals(channel));
    }

    private void dropTheLate(long nowNs) {
        while (!ending.isEmpty() && nowNs - ending.peekFirst().sinceNs() > ENDING_NS) {
            closeQuietly(ending.removeFirst().channel());
        }
    }

    private static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.trace("closing a connection of HAProxy", e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        selector.close();
    }
}
