package io.lamplighter.balancer.config;

import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** {@code syslog:server=address[,facility=name][,tag=name][,severity=name][,nohostname]} → a {@link SyslogConfig}. */
final class SyslogReader {
    static final String PREFIX = "syslog:";

    private static final int DEFAULT_PORT = 514;
    private static final int DEFAULT_FACILITY = 23;
    private static final int DEFAULT_SEVERITY = 6;
    private static final Pattern TAG = Pattern.compile("[A-Za-z0-9_]{1,32}");

    /** In the order of their numbers, RFC 3164 section 4.1.1; some have no name in nginx. */
    private static final List<String> FACILITIES = List.of(
            "kern",
            "user",
            "mail",
            "daemon",
            "auth",
            "intern",
            "lpr",
            "news",
            "uucp",
            "clock",
            "authpriv",
            "ftp",
            "ntp",
            "audit",
            "alert",
            "cron",
            "local0",
            "local1",
            "local2",
            "local3",
            "local4",
            "local5",
            "local6",
            "local7");

    private static final List<String> SEVERITIES =
            List.of("emerg", "alert", "crit", "error", "warn", "notice", "info", "debug");

    private final Reading reading;
    private Optional<SocketAddress> server = Optional.empty();
    private boolean isServerGiven;
    private int facility = DEFAULT_FACILITY;
    private int severity = DEFAULT_SEVERITY;
    private String tag = "lamplighter";
    private boolean hasHostname = true;

    private SyslogReader(Reading reading) {
        this.reading = reading;
    }

    /** What the word says; empty after a fault. */
    static Optional<SyslogConfig> read(Reading reading, Word word) {
        SyslogReader reader = new SyslogReader(reading);
        for (String parameter : word.after(PREFIX).text().split(",", -1)) {
            reader.readParameter(new Word(parameter, word.source(), word.order()));
        }
        if (!reader.isServerGiven) {
            reading.diagnostics().fault(word, "no syslog server specified in \"" + word.text() + "\"");
        }
        return reader.server.map(
                address -> new SyslogConfig(address, reader.facility, reader.severity, reader.tag, reader.hasHostname));
    }

    private void readParameter(Word word) {
        String text = word.text();
        if (text.startsWith("server=")) {
            isServerGiven = true;
            server = server(word.after("server="));
        } else if (text.startsWith("facility=")) {
            facility = index(FACILITIES, word.after("facility="), "facility");
        } else if (text.startsWith("severity=")) {
            severity = index(SEVERITIES, word.after("severity="), "severity");
        } else if (text.startsWith("tag=")) {
            tag = tag(word.after("tag="));
        } else if (text.equals("nohostname")) {
            hasHostname = false;
        } else {
            reading.diagnostics().fault(word, "unknown syslog parameter \"" + text + "\"");
        }
    }

    private Optional<SocketAddress> server(Word address) {
        return reading.endpoints(address, DEFAULT_PORT, "syslog server").stream()
                .findFirst();
    }

    private int index(List<String> names, Word name, String what) {
        int index = names.indexOf(name.text());
        if (index < 0) {
            reading.diagnostics()
                    .fault(
                            name,
                            "unknown syslog " + what + " \"" + name.text() + "\", it must be one of "
                                    + String.join(", ", names));
        }
        return Math.max(index, 0);
    }

    private String tag(Word word) {
        if (!TAG.matcher(word.text()).matches()) {
            reading.diagnostics()
                    .fault(
                            word,
                            "invalid syslog tag \"" + word.text() + "\", it must be 1 to 32 letters, digits and _");
        }
        return word.text();
    }
}
