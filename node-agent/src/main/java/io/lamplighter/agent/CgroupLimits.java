package io.lamplighter.agent;

import io.lamplighter.agent.Cgroups.Hierarchy;
import io.lamplighter.agent.HostReading.CpuTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * What the control groups around this process allow it, and how much of that is used. A container that may use half a
 * processor and does is busy, however idle its host is; and so is one whose neighbours in a shared group use it up.
 *
 * <p>A group limits when its quota or its set of processors is less than what the host has; each that does counts. Limits are
 * read anew each time, because they change while the container runs.
 *
 * <p>Not for use by several threads.
 */
final class CgroupLimits {
    /** A process is moved to another group seldom. */
    private static final int READINGS_PER_SEARCH = 60;

    /** Version 1 says "no limit" as the largest number of whole pages; no host has half as much. */
    private static final long NO_LIMIT_BYTES = Long.MAX_VALUE / 2;

    private final Cgroups groups;
    private final double processors;
    private final boolean ownCounts;
    private final Map<Path, Allowed> allowed = new HashMap<>();
    private Optional<Hierarchy> cpu = Optional.empty();
    private Optional<Hierarchy> cpuacct = Optional.empty();
    private Optional<Hierarchy> memory = Optional.empty();
    private int readings;

    /**
     * The limits at one moment.
     *
     * @param cpu processor time of each group that limits, in ns, by the group's directory
     * @param cores processors that may be used at the same time; empty when no group limits them
     * @param memoryBytes the smallest memory limit, less than the host's memory; empty when no group limits it
     * @param memoryUsedBytes what the group of that limit uses of it, without what it would give back at once
     */
    record Reading(
            Map<String, CpuTime> cpu, OptionalDouble cores, OptionalLong memoryBytes, OptionalLong memoryUsedBytes) {
        Reading {
            cpu = Map.copyOf(cpu);
        }
    }

    /** Time that a group might have used, summed over the quotas it had. */
    private static final class Allowed {
        private long lastNs;
        private double ns;

        Allowed(long nowNs) {
            lastNs = nowNs;
        }

        long until(long nowNs, double cores) {
            ns += (nowNs - lastNs) * cores;
            lastNs = nowNs;
            return (long) ns;
        }
    }

    /**
     * Reads nothing yet.
     *
     * @param processors what may be used where no group limits it
     * @param ownCounts whether the innermost group counts even without a limit
     */
    CgroupLimits(Cgroups groups, double processors, boolean ownCounts) {
        this.groups = groups;
        this.processors = processors;
        this.ownCounts = ownCounts;
    }

    /**
     * Reads limits and use.
     *
     * @param hostMemoryBytes what a limit has to be less than
     * @throws IOException when a group limits and its use cannot be read
     */
    Reading read(long nowNs, long hostMemoryBytes) throws IOException {
        if (readings++ % READINGS_PER_SEARCH == 0) {
            search();
        }
        Map<String, CpuTime> times = new HashMap<>();
        double cores = processors;
        for (int i = 0; cpu.isPresent() && i < cpu.get().levels().size(); i++) {
            Path group = cpu.get().levels().get(i);
            double coresHere = Math.min(processors, cores(group));
            if (coresHere < processors || (ownCounts && i == 0)) {
                cores = Math.min(cores, coresHere);
                long mightBe = allowed.computeIfAbsent(group, path -> new Allowed(nowNs))
                        .until(nowNs, coresHere);
                times.put(group.toString(), new CpuTime(usedNs(group), mightBe));
            } else {
                allowed.remove(group);
            }
        }
        boolean isLimited = !times.isEmpty();
        MemoryUse memoryUse = memoryUse(hostMemoryBytes);
        return new Reading(
                times, isLimited ? OptionalDouble.of(cores) : OptionalDouble.empty(), memoryUse.limit, memoryUse.used);
    }

    private void search() throws IOException {
        cpu = groups.of("cpu");
        cpuacct = groups.of("cpuacct");
        memory = groups.of("memory");
        if (ownCounts && cpu.isEmpty()) {
            throw new IOException("there is no control group for processor time here");
        }
    }

    private double cores(Path group) throws IOException {
        return cpu.orElseThrow().isVersion2()
                ? Math.min(quotaV2(group), processorsOf(group.resolve("cpuset.cpus.effective")))
                : quotaV1(group);
    }

    private static double quotaV2(Path group) throws IOException {
        Optional<String> found = text(group.resolve("cpu.max"));
        if (found.isEmpty() || found.get().startsWith("max")) {
            return Double.POSITIVE_INFINITY;
        }
        String[] quotaAndPeriod = found.get().split(" ", -1);
        if (quotaAndPeriod.length != 2) {
            throw new IOException(group + "/cpu.max: expected a quota and a period, found \"" + found.get() + "\"");
        }
        return (double) number(group.resolve("cpu.max"), quotaAndPeriod[0])
                / number(group.resolve("cpu.max"), quotaAndPeriod[1]);
    }

    private static double quotaV1(Path group) throws IOException {
        OptionalLong quotaUs = number(group.resolve("cpu.cfs_quota_us"));
        OptionalLong periodUs = number(group.resolve("cpu.cfs_period_us"));
        boolean isLimited = quotaUs.orElse(-1) > 0 && periodUs.orElse(-1) > 0;
        return isLimited ? (double) quotaUs.getAsLong() / periodUs.getAsLong() : Double.POSITIVE_INFINITY;
    }

    /** How many processors a list such as {@code 0-3,8} names; no file or an empty one limits nothing. */
    private static double processorsOf(Path file) throws IOException {
        Optional<String> list = text(file);
        if (list.isEmpty() || list.get().isEmpty()) {
            return Double.POSITIVE_INFINITY;
        }
        long count = 0;
        for (String range : list.get().split(",", -1)) {
            int dash = range.indexOf('-');
            long first = number(file, dash < 0 ? range : range.substring(0, dash));
            count += number(file, range.substring(dash + 1)) - first + 1;
        }
        return count;
    }

    private long usedNs(Path group) throws IOException {
        if (cpu.orElseThrow().isVersion2()) {
            long usedUs = labelled(group.resolve("cpu.stat"), "usage_usec")
                    .orElseThrow(() -> new IOException(group + "/cpu.stat: there is no line usage_usec"));
            return TimeUnit.MICROSECONDS.toNanos(usedUs);
        }
        Path accounts = sameGroupOfCpuacct(group).resolve("cpuacct.usage");
        return number(accounts)
                .orElseThrow(() -> new IOException(accounts + " is not there, so the use of the quota is unknown"));
    }

    /** Version 1 counts time in a hierarchy that is often, but not always, the one of the quotas. */
    private Path sameGroupOfCpuacct(Path group) throws IOException {
        List<Path> quotas = cpu.orElseThrow().levels();
        List<Path> accounts = cpuacct.orElseThrow(() -> new IOException("there is no control group cpuacct here"))
                .levels();
        Path quotaRoot = quotas.get(quotas.size() - 1);
        return accounts.get(accounts.size() - 1).resolve(quotaRoot.relativize(group));
    }

    private record MemoryUse(OptionalLong limit, OptionalLong used) {}

    private MemoryUse memoryUse(long hostMemoryBytes) throws IOException {
        Path smallest = null;
        long limit = Math.min(hostMemoryBytes, NO_LIMIT_BYTES);
        for (Path group : memory.map(Hierarchy::levels).orElse(List.of())) {
            long limitHere = memoryLimit(group);
            // Of equal limits the outermost counts, because more use it.
            if (limitHere < limit || (limitHere == limit && smallest != null)) {
                limit = limitHere;
                smallest = group;
            }
        }
        return smallest == null
                ? new MemoryUse(OptionalLong.empty(), OptionalLong.empty())
                : new MemoryUse(OptionalLong.of(limit), memoryUsed(smallest));
    }

    private long memoryLimit(Path group) throws IOException {
        Path file = group.resolve(memory.orElseThrow().isVersion2() ? "memory.max" : "memory.limit_in_bytes");
        Optional<String> found = text(file);
        return found.isEmpty() || found.get().equals("max") ? Long.MAX_VALUE : number(file, found.get());
    }

    private OptionalLong memoryUsed(Path group) throws IOException {
        boolean isVersion2 = memory.orElseThrow().isVersion2();
        OptionalLong charged = number(group.resolve(isVersion2 ? "memory.current" : "memory.usage_in_bytes"));
        if (charged.isEmpty()) {
            return OptionalLong.empty();
        }
        // Pages of files that nobody looked at lately are given back as soon as anybody needs memory.
        long cached = labelled(group.resolve("memory.stat"), isVersion2 ? "inactive_file" : "total_inactive_file")
                .orElse(0);
        return OptionalLong.of(Math.max(0, charged.getAsLong() - cached));
    }

    private static OptionalLong labelled(Path file, String label) throws IOException {
        for (String line : text(file).orElse("").lines().toList()) {
            if (line.startsWith(label + " ")) {
                return OptionalLong.of(number(file, line.substring(label.length() + 1)));
            }
        }
        return OptionalLong.empty();
    }

    private static OptionalLong number(Path file) throws IOException {
        Optional<String> found = text(file);
        return found.isPresent() ? OptionalLong.of(number(file, found.get())) : OptionalLong.empty();
    }

    private static long number(Path file, String found) throws IOException {
        try {
            return Long.parseLong(found.strip());
        } catch (NumberFormatException e) {
            throw new IOException(file + ": expected a number, found \"" + found + "\"", e);
        }
    }

    /** Empty when there is no such file: groups do not have all of them, and end while they are read. */
    private static Optional<String> text(Path file) throws IOException {
        try {
            return Optional.of(Files.readString(file).strip());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
