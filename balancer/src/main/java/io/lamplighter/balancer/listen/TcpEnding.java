package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.relay.Ending;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/** How the two channels of a TCP session are closed, depending on why it ended and who is still owed bytes. */
final class TcpEnding {
    private TcpEnding() {}

    /**
     * Closes both.
     *
     * @param node null if there is none
     * @param isAwaitingNode whether the node owes an answer to the client's last bytes
     */
    static void end(EndReason reason, Channel client, @Nullable Channel node, boolean isAwaitingNode) {
        switch (reason) {
            case CLIENT_CLOSED -> {
                Ending.close(client);
                end(node, !isAwaitingNode);
            }
            case NODE_CLOSED -> {
                end(client, isAwaitingNode);
                Ending.close(node);
            }
            case CLIENT_RESET -> {
                Ending.closeNow(client);
                Ending.reset(node, !isAwaitingNode);
            }
            case NODE_RESET -> {
                Ending.reset(client, isAwaitingNode);
                Ending.closeNow(node);
            }
            case PASSED -> {} // the client is another session's now
            case RETURNED, TLS_FAILED -> Ending.linger(client);
            case BOTH_CLOSED -> {
                Ending.close(client);
                Ending.close(node);
            }
            default -> {
                Ending.closeNow(client);
                if (node != null) {
                    Ending.closeNow(node);
                }
            }
        }
    }

    private static void end(Channel channel, boolean isAnswered) {
        if (isAnswered) {
            Ending.close(channel);
        } else {
            Ending.linger(channel);
        }
    }
}
