package io.lamplighter.simulator.lamp;

import io.lamplighter.simulator.measure.Fault;
import java.net.BindException;
import java.net.NoRouteToHostException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Why a session could not be opened or was lost, in the words of {@link Fault}. */
final class ConnectFaults {
    /** Of this machine: no descriptor, no port, no memory. The texts are the C library's for EMFILE, EADDRNOTAVAIL, ... */
    private static final List<String> SHORTAGES = List.of(
            "too many open files",
            "cannot assign requested address",
            "address already in use",
            "no buffer space",
            "cannot allocate memory");

    private static final List<String> UNREACHABLE = List.of("unreachable", "no route");

    private ConnectFaults() {}

    static Fault ofOpening(Throwable cause) {
        String text = text(cause);
        if (cause instanceof BindException || SHORTAGES.stream().anyMatch(text::contains)) {
            return Fault.LOCAL_SHORTAGE;
        }
        if (cause instanceof NoRouteToHostException || UNREACHABLE.stream().anyMatch(text::contains)) {
            return Fault.UNREACHABLE;
        }
        if (text.contains("timed out")) {
            return Fault.TIMED_OUT;
        }
        return text.contains("reset") ? Fault.RESET : Fault.REFUSED;
    }

    /** Of an exception in an open session: whatever broke it, it was no orderly end. */
    static Fault ofSession(Throwable cause) {
        return text(cause).contains("timed out") ? Fault.TIMED_OUT : Fault.RESET;
    }

    private static String text(Throwable cause) {
        StringBuilder text = new StringBuilder();
        for (@Nullable Throwable each = cause; each != null; each = each.getCause()) {
            text.append(each.getMessage()).append('\n');
        }
        return text.toString().toLowerCase(Locale.ROOT);
    }
}
