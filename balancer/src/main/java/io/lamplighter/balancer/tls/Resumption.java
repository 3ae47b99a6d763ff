package io.lamplighter.balancer.tls;

/**
 * How sessions of TLS are resumed.
 *
 * @param cache whether the server remembers them ({@code ssl_session_cache})
 * @param cacheSize most that it remembers
 * @param tickets whether clients may keep them, sealed ({@code ssl_session_tickets})
 * @param keys what seals them
 * @param timeoutMs age at which one cannot be resumed any more, milliseconds
 */
public record Resumption(boolean cache, int cacheSize, boolean tickets, TicketKeys keys, long timeoutMs) {
    /**
     * Whether a client gets tickets. BoringSSL remembers no sessions of TLS 1.3, whose other way of resumption are tickets; so there
     * a cache is replaced by tickets, which is what the client sees of a cache in TLS 1.3 anyway.
     *
     * @param isTls13 whether it will be TLS 1.3
     */
    boolean hasTickets(boolean isTls13) {
        return tickets || (cache && isTls13);
    }

    /** Whether no session may be resumed, in whatever way. */
    boolean isOff() {
        return !tickets && !cache;
    }
}
