package io.lamplighter.balancer.names;

/** Why a name has no answer, in nginx's words. */
public final class DnsTrouble extends Exception {
    private static final long serialVersionUID = 1;
    private static final int NAME_ERROR = 3;

    private final int code;

    /** @param code of the answer (RFC 1035 section 4.1.1), or another number that the message explains */
    DnsTrouble(int code, String message) {
        super(code + ": " + message, null, false, false);
        this.code = code;
    }

    /** Whether the name is known not to be there, while any other trouble may pass. */
    public boolean isNoSuchName() {
        return code == NAME_ERROR;
    }

    static DnsTrouble noSuchName() {
        return new DnsTrouble(NAME_ERROR, "Host not found");
    }

    static DnsTrouble timedOut() {
        return new DnsTrouble(110, "Operation timed out");
    }

    static DnsTrouble ofCode(int code) {
        return new DnsTrouble(
                code,
                switch (code) {
                    case 1 -> "Format error";
                    case 2 -> "Server failure";
                    case NAME_ERROR -> "Host not found";
                    case 4 -> "Unimplemented";
                    case 5 -> "Operation refused";
                    default -> "Unknown error";
                });
    }
}
