package io.lamplighter.balancer.tls;

/** A certificate, key or setting that cannot be used; the message says which and why, to a person. */
public final class TlsException extends Exception {
    private static final long serialVersionUID = 1;

    public TlsException(String message) {
        super(message);
    }

    /** With what a library says of it, without its stack. */
    static TlsException because(String what, Exception cause) {
        String reason = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        TlsException trouble = new TlsException(what + ": " + reason);
        trouble.initCause(cause);
        return trouble;
    }
}
