package io.lamplighter.agent;

import io.lamplighter.agent.HostReading.CpuTime;
import io.lamplighter.agent.HostReading.Traffic;
import io.lamplighter.agent.report.LoadReport.Hardware;
import java.io.IOException;
import java.io.UncheckedIOException;
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

    private final Settings settings;
    private final CentralProcessor processor;
    private final GlobalMemory memory;
    private final HardwareAbstractionLayer hardware;
    private final OptionalInt clockMhz;
    private final Interfaces interfaces = new Interfaces(Path.of("/sys"), Path.of("/proc"));
    private final Optional<ContainerCpu> container;
    private List<NetworkIF> listed = List.of();
    private Set<String> listedNames = Set.of();
    private int readings;

    /**
     * What the command line says about sampling.
     *
     * @param interfaces names of the interfaces that count; empty for those that carry the host's traffic
     * @param bandwidthBitsPerSecond what they can carry together; empty for what the system says
     * @param isContainer whether processor time is the container's instead of the host's
     */
    record Settings(List<String> interfaces, OptionalLong bandwidthBitsPerSecond, boolean isContainer) {
        Settings {
            interfaces = List.copyOf(interfaces);
        }
    }

    /** @throws IOException when the container's processor time is asked for and cannot be read */
    OshiSampler(Settings settings) throws IOException {
        this.settings = settings;
        hardware = system().getHardware();
        processor = hardware.getProcessor();
        memory = hardware.getMemory();
        clockMhz = clockMhz(processor);
        container = settings.isContainer() ? Optional.of(container()) : Optional.empty();
    }

    private static SystemInfoProvider system() {
        SystemInfoProvider nativeFree = new oshi.nativefree.SystemInfo();
        return nativeFree.isAvailable() ? nativeFree : new oshi.SystemInfo();
    }

    /** The host's own name for itself. */
    static String hostName() {
        return system().getOperatingSystem().getNetworkParams().getHostName();
    }

    private static ContainerCpu container() throws IOException {
        // The JVM knows which processors the container is pinned to.
        ContainerCpu cpu = new ContainerCpu(
                Path.of("/sys/fs/cgroup"), Runtime.getRuntime().availableProcessors(), System.nanoTime());
        cpu.time(System.nanoTime());
        return cpu;
    }

    private static OptionalInt clockMhz(CentralProcessor processor) {
        long nominal = processor.getProcessorIdentifier().getVendorFreq();
        long hz = nominal > 0 ? nominal : processor.getMaxFreq();
        return hz < HZ_PER_MHZ ? OptionalInt.empty() : OptionalInt.of((int) (hz / HZ_PER_MHZ));
    }

    @Override
    public HostReading get() {
        List<NetworkIF> counted = countedInterfaces();
        Map<String, Traffic> traffic = new HashMap<>();
        for (NetworkIF one : counted) {
            traffic.put(one.getName(), new Traffic(one.getBytesRecv(), one.getBytesSent()));
        }
        Optional<FileStore> disk = disk();
        long nowNs = System.nanoTime();
        return new HostReading(
                nowNs,
                Optional.of(cpuTime(nowNs)),
                traffic,
                bandwidth(counted),
                new Hardware(OptionalDouble.of(cores()), clockMhz, memoryBytes(), diskBytes(disk)),
                OptionalLong.of(Math.max(0, memory.getTotal() - memory.getAvailable())),
                diskUsedBytes(disk));
    }

    private CpuTime cpuTime(long nowNs) {
        if (container.isPresent()) {
            try {
                return container.get().time(nowNs);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        long[] ticks = processor.getSystemCpuLoadTicks();
        long total = Arrays.stream(ticks).sum();
        // Time that the hypervisor gave to others (steal) is not idle: this host could not have used it.
        long idle = ticks[TickType.IDLE.getIndex()] + ticks[TickType.IOWAIT.getIndex()];
        return new CpuTime(total - idle, total);
    }

    private double cores() {
        if (container.isEmpty()) {
            return processor.getLogicalProcessorCount();
        }
        try {
            return container.get().cores();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private OptionalLong memoryBytes() {
        return memory.getTotal() > 0 ? OptionalLong.of(memory.getTotal()) : OptionalLong.empty();
    }

    private List<NetworkIF> countedInterfaces() {
        boolean isCurrent = readings++ % READINGS_PER_LISTING != 0;
        for (NetworkIF one : listed) {
            isCurrent &= one.updateAttributes();
        }
        if (!isCurrent) {
            list();
        }
        return listed;
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
        if (!found.isEmpty() && bandwidth(listed).isEmpty()) {
            LOG.warn("the bandwidth of {} is unknown, so its idle rate is too; give --bandwidth-capacity", found);
        }
    }

    private OptionalLong bandwidth(List<NetworkIF> counted) {
        if (settings.bandwidthBitsPerSecond().isPresent()) {
            return settings.bandwidthBitsPerSecond();
        }
        // A speed of 0 is how virtual devices say that they do not know.
        boolean isKnown = !counted.isEmpty() && counted.stream().allMatch(one -> one.getSpeed() > 0);
        return isKnown
                ? OptionalLong.of(
                        counted.stream().mapToLong(NetworkIF::getSpeed).sum())
                : OptionalLong.empty();
    }

    private static Optional<FileStore> disk() {
        try {
            return Optional.of(Files.getFileStore(Path.of("/")));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static OptionalLong diskBytes(Optional<FileStore> disk) {
        try {
            return disk.isPresent() ? OptionalLong.of(disk.get().getTotalSpace()) : OptionalLong.empty();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    private static OptionalLong diskUsedBytes(Optional<FileStore> disk) {
        try {
            return disk.isPresent()
                    ? OptionalLong.of(disk.get().getTotalSpace() - disk.get().getUnallocatedSpace())
                    : OptionalLong.empty();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }
}
