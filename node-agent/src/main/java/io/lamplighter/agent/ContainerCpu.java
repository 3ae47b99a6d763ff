package io.lamplighter.agent;

import io.lamplighter.agent.HostReading.CpuTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Processor time of the container this agent runs in, against what the container may use: a container limited to half a
 * processor that uses all of it is busy, however idle its host is. Reads the control group that the container sees as its
 * root, in the layout of version 2 or 1.
 *
 * <p>Not for use by several threads.
 */
final class ContainerCpu {
    private final Path root;
    private final double processors;
    private long lastNs;
    private double allowedNs;

    /**
     * Reads nothing yet.
     *
     * @param root where control groups are mounted, {@code /sys/fs/cgroup}
     * @param processors what may be used where no quota is set
     */
    ContainerCpu(Path root, double processors, long nowNs) {
        this.root = root;
        this.processors = processors;
        this.lastNs = nowNs;
    }

    /** Processors that the container may use at the same time; a part of one counts as a part. */
    double cores() throws IOException {
        double cores = isVersion2() ? coresV2() : coresV1();
        return Math.min(cores, processors);
    }

    /** Time used, and the time that might have been; the quota may change in between. */
    CpuTime time(long nowNs) throws IOException {
        allowedNs += (nowNs - lastNs) * cores();
        lastNs = nowNs;
        return new CpuTime(isVersion2() ? usedNsV2() : number("cpuacct/cpuacct.usage"), (long) allowedNs);
    }

    private boolean isVersion2() {
        return Files.exists(root.resolve("cgroup.controllers"));
    }

    private double coresV2() throws IOException {
        String[] quotaAndPeriod;
        try {
            quotaAndPeriod = text("cpu.max").split(" ", -1);
        } catch (NoSuchFileException noLimitHere) {
            return processors;
        }
        return quotaAndPeriod[0].equals("max")
                ? processors
                : Double.parseDouble(quotaAndPeriod[0]) / Double.parseDouble(quotaAndPeriod[1]);
    }

    private long usedNsV2() throws IOException {
        for (String line : Files.readAllLines(root.resolve("cpu.stat"))) {
            if (line.startsWith("usage_usec ")) {
                return TimeUnit.MICROSECONDS.toNanos(Long.parseLong(line.substring("usage_usec ".length())));
            }
        }
        throw new IOException(root.resolve("cpu.stat") + ": no line usage_usec");
    }

    private double coresV1() throws IOException {
        long quotaUs = number("cpu/cpu.cfs_quota_us");
        return quotaUs <= 0 ? processors : (double) quotaUs / number("cpu/cpu.cfs_period_us");
    }

    private long number(String file) throws IOException {
        String found = text(file);
        try {
            return Long.parseLong(found);
        } catch (NumberFormatException e) {
            throw new IOException(root.resolve(file) + ": expected a number, found \"" + found + "\"", e);
        }
    }

    private String text(String file) throws IOException {
        return Files.readString(root.resolve(file)).strip();
    }
}
