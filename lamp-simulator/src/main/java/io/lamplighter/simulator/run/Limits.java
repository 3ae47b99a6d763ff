package io.lamplighter.simulator.run;

import io.lamplighter.simulator.lamp.LampPlan;
import io.lamplighter.simulator.lamp.Sources;
import io.lamplighter.simulator.scenario.Event.Ending;
import io.lamplighter.simulator.scenario.Event.PowerCut;
import io.lamplighter.simulator.scenario.LampGroup;
import io.lamplighter.simulator.scenario.Protocol;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What this machine lets a process do, and whether a run fits into it. Looked at before the first lamp, because a run that
 * meets a limit in its middle measures the limit.
 *
 * @param openFiles descriptors a process may open
 * @param ports local ports for each pair of addresses
 */
record Limits(long openFiles, int ports) {
    /** Descriptors of the JVM itself, its libraries, reports and event loops. Seen: about 60. */
    static final int OWN_FILES = 120;

    private static final Pattern OPEN_FILES = Pattern.compile("Max open files\\s+(\\d+|unlimited)");
    private static final int DEFAULT_PORTS = 28_232;

    /** Of this process; generous where the system does not tell. */
    static Limits ofThisProcess() {
        return new Limits(readOpenFiles(), readPorts());
    }

    private static long readOpenFiles() {
        try {
            Matcher matcher = OPEN_FILES.matcher(Files.readString(Path.of("/proc/self/limits")));
            return matcher.find() && !matcher.group(1).equals("unlimited")
                    ? Long.parseLong(matcher.group(1))
                    : Long.MAX_VALUE;
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }

    private static int readPorts() {
        // Not readString: it reads a byte first, and what the kernel sets by sysctl is read at once or not at all.
        try (BufferedReader file = Files.newBufferedReader(Path.of("/proc/sys/net/ipv4/ip_local_port_range"))) {
            String[] range = String.valueOf(file.readLine()).strip().split("\\s+", -1);
            if (range.length < 2) {
                return DEFAULT_PORTS;
            }
            return Integer.parseInt(range[1]) - Integer.parseInt(range[0]) + 1;
        } catch (IOException | NumberFormatException e) {
            return DEFAULT_PORTS;
        }
    }

    /** What does not fit and what to change, as one sentence; empty when all is well. */
    Optional<String> complaint(LampPlan plan, int processes) {
        long files = files(plan) / processes + OWN_FILES;
        if (files > openFiles) {
            return Optional.of(filesComplaint(plan, files));
        }
        long connections = (long) plan.lamps() - plan.lampsOf(Protocol.UDP);
        if (plan.sources() instanceof Sources.BySystem && connections > ports) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "%,d connections from one address need as many ports, but the system gives %,d: widen"
                            + " net.ipv4.ip_local_port_range, or give this host more addresses and name them:"
                            + " --sources FIRST-LAST",
                    connections,
                    ports));
        }
        return Optional.empty();
    }

    private String filesComplaint(LampPlan plan, long files) {
        long sockets = files(plan);
        long perProcess = Math.max(1, openFiles - OWN_FILES);
        String shared = plan.lampsOf(Protocol.UDP) == plan.lamps()
                ? String.format(
                        Locale.ROOT,
                        "; or let lamps share addresses: --lamps-per-socket %d",
                        ceilDivide(sockets, perProcess))
                : "";
        return String.format(
                Locale.ROOT,
                "this run needs %,d open files in a process, which may open %,d: raise the limit (ulimit -n %d before"
                        + " starting; LimitNOFILE= in a systemd unit; nofile in /etc/security/limits.conf), or share the lamps"
                        + " among processes: --processes %d%s",
                files,
                openFiles,
                files,
                ceilDivide(sockets, perProcess),
                shared);
    }

    private static long ceilDivide(long dividend, long divisor) {
        return (dividend + divisor - 1) / divisor;
    }

    /** Sockets of all processes. */
    private static long files(LampPlan plan) {
        double sockets = 0;
        boolean isCutSilent = plan.scenario().events().stream()
                .anyMatch(event -> event.event() instanceof PowerCut cut && cut.how() == Ending.SILENCE);
        for (LampGroup group : plan.scenario().groups()) {
            double lamps = group.share() * plan.lamps();
            boolean isUdp = group.protocol().orElse(Protocol.TCP) == Protocol.UDP;
            boolean leavesSocketsBehind = group.abandonEvery().isPresent() || (isCutSilent && !isUdp);
            sockets += isUdp ? Math.ceil(lamps / plan.lampsPerUdpSocket()) : leavesSocketsBehind ? 2 * lamps : lamps;
        }
        return Math.round(sockets);
    }
}
