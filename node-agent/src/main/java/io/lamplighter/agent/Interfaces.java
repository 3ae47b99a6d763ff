package io.lamplighter.agent;

import io.lamplighter.agent.HostReading.Traffic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which network interfaces carry the host's traffic, each byte once: the ones with a device behind them. Bonds, bridges and
 * tunnels pass their bytes on through those, and would count them twice. Where there is no device, as in a container, it is
 * the interface of the default route.
 */
final class Interfaces {
    private static final int NAME = 0;
    private static final int DESTINATION = 1;

    private final Path sys;
    private final Path proc;

    Interfaces(Path sys, Path proc) {
        this.sys = sys;
        this.proc = proc;
    }

    /** What the system's counters of an interface say now; empty when it is not there. */
    Optional<Traffic> traffic(String name) {
        Path counters = sys.resolve("class/net").resolve(name).resolve("statistics");
        try {
            return Optional.of(new Traffic(number(counters.resolve("rx_bytes")), number(counters.resolve("tx_bytes"))));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static long number(Path file) throws IOException {
        return Long.parseUnsignedLong(Files.readString(file).strip());
    }

    /** The names among {@code candidates} that count; empty when none does. */
    Set<String> carrying(List<String> candidates) {
        Set<String> devices = candidates.stream()
                .filter(name ->
                        Files.exists(sys.resolve("class/net").resolve(name).resolve("device")))
                .collect(Collectors.toUnmodifiableSet());
        return devices.isEmpty() ? ofDefaultRoute(candidates) : devices;
    }

    private Set<String> ofDefaultRoute(List<String> candidates) {
        List<String> routes;
        try {
            routes = Files.readAllLines(proc.resolve("net/route"));
        } catch (IOException notLinux) {
            return Set.of();
        }
        return routes.stream()
                .map(line -> line.split("\t", -1))
                .filter(words -> words.length > DESTINATION && words[DESTINATION].equals("00000000"))
                .map(words -> words[NAME].strip())
                .filter(candidates::contains)
                .limit(1)
                .collect(Collectors.toUnmodifiableSet());
    }
}
