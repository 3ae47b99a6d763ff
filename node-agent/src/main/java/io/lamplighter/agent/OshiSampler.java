package io.lamplighter.agent;

import io.lamplighter.agent.HostReading.CpuTime;
import io.lamplighter.agent.HostReading.Traffic;
import io.lamplighter.agent.report.LoadReport.Hardware;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.GlobalMemory;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.hardware.NetworkIF;
import oshi.spi.SystemInfoProvider;

/**
 * Reads the host's counters through OSHI. On Linux that is its flavour without native code, which unpacks nothing into a
 * temporary directory and so runs where {@code /tmp} is mounted noexec.
 *
 * <p>A reading takes some milliseconds, most of them for the interfaces. Not for use by several threads.
 */
final class OshiSampler implements Supplier<HostReading> {
    private static final Logger LOG = LoggerFactory.getLogger(OshiSampler.class);

    /** Interfaces come and go seldom, and to list them costs more than to read them. */
    private static final int READINGS_PER_LISTING = 60;

    private static final long HZ_PER_MHZ = 1_000_000;

    /** The host among the limits of processor time; control groups have a path for a name. */
    private static final String HOST = "host";

    private final Settings settings;
    private final CentralProcessor processor;
    private final GlobalMemory memory;
    private final HardwareAbstractionLayer hardware;
    private final OptionalInt clockMhz;
    private final Interfaces interfaces = new Interfaces(Path.of("/sys"), Path.of("/proc"));
    private final Optional<CgroupLimits> limits;
    private final LinkSpeed speed;
    private final Optional<FileStore> disk = disk();
    private final Trouble readingLimits = new Trouble(LOG, "reading what the control groups allow");
    private List<NetworkIF> listed = List.of();
    private Set<String> listedNames = Set.of();
    private Set<String> limitingGroups = Set.of();
    private int readings;

    /**
     * What the command line says about sampling.
     *
     * @param interfaces names of the interfaces that count; empty for those that carry the host's traffic
     * @param bandwidthBitsPerSecond what they can carry together; empty for what the system says
     * @param container whose processor time and memory are measured
     */
    record Settings(List<String> interfaces, OptionalLong bandwidthBitsPerSecond, ContainerMode container) {
        Settings {
            interfaces = List.copyOf(interfaces);
        }
    }

    /** @throws IOException when the container's limits are asked for and cannot be read */
    OshiSampler(Settings settings) throws IOException {
        this.settings = settings;
        hardware = system().getHardware();
        processor = hardware.getProcessor();
        memory = hardware.getMemory();
        clockMhz = clockMhz(processor);
        speed = new LinkSpeed(settings.bandwidthBitsPerSecond());
        limits = limits();
    }

    private static SystemInfoProvider system() {
        SystemInfoProvider nativeFree = new oshi.nativefree.SystemInfo();
        return nativeFree.isAvailable() ? nativeFree : new oshi.SystemInfo();
    }

    /** The host's own name for itself. */
    static String hostName() {
        return system().getOperatingSystem().getNetworkParams().getHostName();
    }

    private Optional<CgroupLimits> limits() throws IOException {
        boolean isForced = settings.container() == ContainerMode.ON;
        if (settings.container() == ContainerMode.OFF) {
            return Optional.empty();
        }
        // The JVM knows which processors a container is pinned to; it rounds a quota up, which the quota itself
        // corrects.
        double processors =
                isForced ? Runtime.getRuntime().availableProcessors() : processor.getLogicalProcessorCount();
        CgroupLimits made = new CgroupLimits(Cgroups.ofThisProcess(!isForced), processors, isForced);
        if (isForced) {
            made.read(System.nanoTime(), memory.getTotal()); // what was asked for has to work
        }
        return Optional.of(made);
    }

    private static OptionalInt clockMhz(CentralProcessor processor) {
        long nominal = processor.getProcessorIdentifier().getVendorFreq();
        long hz = nominal > 0 ? nominal : processor.getMaxFreq();
        return hz < HZ_PER_MHZ ? OptionalInt.empty() : OptionalInt.of((int) (hz / HZ_PER_MHZ));
    }

    @Override
    public HostReading get() {
        Map<String, Traffic> traffic = traffic();
        Map<String, Long> speeds = new HashMap<>();
        for (NetworkIF one : listed) {
            speeds.put(one.getName(), one.getSpeed());
        }
        long nowNs = System.nanoTime();
        long hostMemoryBytes = memory.getTotal();
        Optional<CgroupLimits.Reading> limit = readLimits(nowNs, hostMemoryBytes);
        return new HostReading(
                nowNs,
                cpuTimes(limit),
                traffic,
                speed.together(speeds),
                new Hardware(
                        cores(limit),
                        clockMhz,
                        memoryBytes(limit, hostMemoryBytes),
                        known(disk, FileStore::getTotalSpace)),
                memoryUsedBytes(limit, hostMemoryBytes),
                known(disk, store -> store.getTotalSpace() - store.getUnallocatedSpace()));
    }

    /** Empty when no group may limit this node, or its limits cannot be told; then neither can its load. */
    private Optional<CgroupLimits.Reading> readLimits(long nowNs, long hostMemoryBytes) {
        if (limits.isEmpty()) {
            return Optional.empty();
        }
        try {
            CgroupLimits.Reading reading = limits.get().read(nowNs, hostMemoryBytes);
            readingLimits.isOver();
            logLimits(reading);
            return Optional.of(reading);
        } catch (IOException e) {
            readingLimits.occurred(e.getMessage() + "; the idle share of the CPU is reported as unknown");
            return Optional.empty();
        }
    }

    private void logLimits(CgroupLimits.Reading reading) {
        if (!reading.cpu().keySet().equals(limitingGroups)) {
            limitingGroups = reading.cpu().keySet();
            if (limitingGroups.isEmpty()) {
                LOG.info("no control group limits the processor time any more, the host's counts");
            } else {
                LOG.info(
                        "processor time is limited to {} cores by {}",
                        reading.cores().orElse(0),
                        limitingGroups);
            }
        }
    }

    private Map<String, CpuTime> cpuTimes(Optional<CgroupLimits.Reading> limit) {
        if (limits.isPresent() && limit.isEmpty()) {
            return Map.of();
        }
        Map<String, CpuTime> times =
                new HashMap<>(limit.map(CgroupLimits.Reading::cpu).orElse(Map.of()));
        if (settings.container() != ContainerMode.ON) {
            times.put(HOST, hostTime());
        }
        return times;
    }

    private CpuTime hostTime() {
        long[] ticks = processor.getSystemCpuLoadTicks();
        long total = Arrays.stream(ticks).sum();
        // Time that the hypervisor gave to others (steal) is not idle: this host could not have used it.
        long idle = ticks[TickType.IDLE.getIndex()] + ticks[TickType.IOWAIT.getIndex()];
        return new CpuTime(total - idle, total);
    }

    private OptionalDouble cores(Optional<CgroupLimits.Reading> limit) {
        if (limit.isPresent() && limit.get().cores().isPresent()) {
            return limit.get().cores();
        }
        int processors = processor.getLogicalProcessorCount();
        return processors > 0 ? OptionalDouble.of(processors) : OptionalDouble.empty();
    }

    private static OptionalLong memoryBytes(Optional<CgroupLimits.Reading> limit, long hostMemoryBytes) {
        if (limit.isPresent() && limit.get().memoryBytes().isPresent()) {
            return limit.get().memoryBytes();
        }
        return hostMemoryBytes > 0 ? OptionalLong.of(hostMemoryBytes) : OptionalLong.empty();
    }

    private OptionalLong memoryUsedBytes(Optional<CgroupLimits.Reading> limit, long hostMemoryBytes) {
        if (limit.isPresent() && limit.get().memoryBytes().isPresent()) {
            return limit.get().memoryUsedBytes();
        }
        return OptionalLong.of(Math.max(0, hostMemoryBytes - memory.getAvailable()));
    }

    private Map<String, Traffic> traffic() {
        boolean isCurrent = readings++ % READINGS_PER_LISTING != 0;
        Map<String, Traffic> traffic = new HashMap<>();
        for (NetworkIF one : listed) {
            Optional<Traffic> found = traffic(one);
            found.ifPresent(bytes -> traffic.put(one.getName(), bytes));
            isCurrent &= found.isPresent();
        }
        if (isCurrent) {
            return traffic;
        }
        list();
        traffic.clear();
        for (NetworkIF one : listed) {
            traffic.put(one.getName(), traffic(one).orElse(new Traffic(one.getBytesRecv(), one.getBytesSent())));
        }
        return traffic;
    }

    /** Two files instead of the dozen that the library reads to renew all it knows; where there are none, it does. */
    private Optional<Traffic> traffic(NetworkIF one) {
        Optional<Traffic> counted = interfaces.traffic(one.getName());
        if (counted.isEmpty() && one.updateAttributes()) {
            return Optional.of(new Traffic(one.getBytesRecv(), one.getBytesSent()));
        }
        return counted;
    }

    private void list() {
        List<NetworkIF> all = hardware.getNetworkIFs(true).stream()
                .filter(one -> switch (one.getIfOperStatus()) {
                    case UP, UNKNOWN -> true;
                    default -> false;
                })
                .toList();
        List<String> names = all.stream().map(NetworkIF::getName).toList();
        Set<String> chosen =
                settings.interfaces().isEmpty() ? interfaces.carrying(names) : Set.copyOf(settings.interfaces());
        listed = all.stream().filter(one -> chosen.contains(one.getName())).toList();
        logWhatIsNew(chosen);
    }

    private void logWhatIsNew(Set<String> chosen) {
        Set<String> found = Set.copyOf(listed.stream().map(NetworkIF::getName).toList());
        if (found.equals(listedNames) && readings > 1) {
            return;
        }
        listedNames = found;
        LOG.info("measuring the traffic of {}", found.isEmpty() ? "no interface" : found);
        if (!found.containsAll(chosen)) {
            LOG.warn("of the interfaces {} only {} are there and up", chosen, found);
        }
    }

    private static Optional<FileStore> disk() {
        try {
            return Optional.of(Files.getFileStore(Path.of("/")));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** A figure of a file system. */
    private interface DiskFigure {
        long of(FileStore store) throws IOException;
    }

    private static OptionalLong known(Optional<FileStore> disk, DiskFigure figure) {
        try {
            // File systems of other hosts may be so large that the number turns negative.
            long bytes = disk.isPresent() ? figure.of(disk.get()) : -1;
            return bytes >= 0 ? OptionalLong.of(bytes) : OptionalLong.empty();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }
}
