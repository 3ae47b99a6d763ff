package io.lamplighter.balancer.config;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * The {@code load_reports} block.
 *
 * @param listen where the reports arrive (UDP)
 * @param keys the keys with which reports may be signed, by id; several while keys are rotated
 * @param expireMs silence after which a node falls back to its configured weight, milliseconds
 * @param unsigned accept reports that are not signed
 * @param sourceLimit how many datagrams of one source address are looked at; empty for any number
 * @param source where the block begins
 */
public record LoadReportsConfig(
        InetSocketAddress listen,
        List<ReportKeyConfig> keys,
        long expireMs,
        boolean unsigned,
        Optional<SourceLimit> sourceLimit,
        Source source) {
    public LoadReportsConfig {
        keys = List.copyOf(keys);
    }

    /**
     * A key read from a {@code key_file}. Its text never appears in a message or a dump.
     *
     * @param id number that reports carry to say which key signed them, 0..255
     * @param secret the key itself, at least 16 bytes
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody; kept as an array to be handed to Mac
    public record ReportKeyConfig(int id, byte[] secret) {
        @Override
        public String toString() {
            return "key " + id;
        }
    }

    /**
     * How many datagrams of one source address are looked at.
     *
     * @param datagrams so many in a period on average, at least 1
     * @param periodMs a second or a minute, milliseconds
     * @param burst so many at once after a silence, at least 1
     */
    public record SourceLimit(int datagrams, long periodMs, int burst) {}
}
