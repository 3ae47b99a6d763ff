package io.lamplighter.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lamplighter.agent.CgroupLimits.Reading;
import io.lamplighter.agent.HostReading.CpuTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On trees of files as the kernel shows them; the host has 16 processors and 64 GiB. */
class CgroupLimitsTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final long GIB = 1L << 30;
    private static final long HOST_MEMORY = 64 * GIB;
    private static final double HOST_PROCESSORS = 16;

    @TempDir
    Path root;

    @Test
    void aQuotaCountsWithoutBeingAskedFor() throws IOException {
        version2("/docker/abc");
        write("cgroup/docker/abc/cpu.max", "50000 100000\n");
        write("cgroup/docker/abc/cpu.stat", "usage_usec 7000000\nuser_usec 1\n");
        CgroupLimits limits = limits(false);
        CpuTime before = cpu(limits.read(0, HOST_MEMORY), "cgroup/docker/abc");
        write("cgroup/docker/abc/cpu.stat", "usage_usec 7500000\nuser_usec 1\n");

        Reading reading = limits.read(SECOND_NS, HOST_MEMORY);

        CpuTime after = cpu(reading, "cgroup/docker/abc");
        assertThat(reading.cores()).hasValue(0.5);
        assertThat(after.used() - before.used()).isEqualTo(SECOND_NS / 2);
        assertThat(after.total() - before.total()).isEqualTo(SECOND_NS / 2);
    }

    @Test
    void withoutAQuotaAnywhereTheHostCounts() throws IOException {
        version2("/user.slice/session.scope");
        write("cgroup/user.slice/cpu.max", "max 100000\n");
        write("cgroup/user.slice/session.scope/cpu.max", "max 100000\n");
        write("cgroup/user.slice/session.scope/memory.max", "max\n");

        assertThat(limits(false).read(0, HOST_MEMORY)).isEqualTo(NOTHING);
    }

    @Test
    void aQuotaThatIsMoreThanTheHostLimitsNothing() throws IOException {
        version2("/a");
        write("cgroup/a/cpu.max", "9900000 100000\n");
        write("cgroup/a/memory.max", 65 * GIB + "\n");

        assertThat(limits(false).read(0, HOST_MEMORY)).isEqualTo(NOTHING);
    }

    @Test
    void theQuotaOfAGroupFurtherOutCountsWithAllThatRunsInIt() throws IOException {
        version2("/pod/container/job");
        write("cgroup/pod/container/job/cpu.max", "max 100000\n");
        write("cgroup/pod/container/job/cpu.stat", "usage_usec 1\n");
        write("cgroup/pod/container/cpu.max", "200000 100000\n");
        write("cgroup/pod/container/cpu.stat", "usage_usec 5\n");
        write("cgroup/pod/cpu.max", "300000 100000\n");
        write("cgroup/pod/cpu.stat", "usage_usec 9\n");

        Reading reading = limits(false).read(0, HOST_MEMORY);

        assertThat(reading.cores()).hasValue(2);
        assertThat(reading.cpu())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        path("cgroup/pod/container"),
                        new CpuTime(5_000, 0),
                        path("cgroup/pod"),
                        new CpuTime(9_000, 0)));
    }

    @Test
    void aContainersOwnViewHasItsLimitsAtTheRoot() throws IOException {
        version2("/");
        write("cgroup/cpu.max", "150000 100000\n");
        write("cgroup/cpu.stat", "usage_usec 3\n");
        write("cgroup/memory.max", 2 * GIB + "\n");
        write("cgroup/memory.current", GIB + "\n");

        Reading reading = limits(false).read(0, HOST_MEMORY);

        assertThat(reading.cores()).hasValue(1.5);
        assertThat(reading.memoryBytes()).hasValue(2 * GIB);
        assertThat(reading.memoryUsedBytes()).hasValue(GIB);
    }

    @Test
    void aPathAsTheHostNamesItIsCutAtTheRootOfTheMount() throws IOException {
        write(
                "proc/self/mountinfo",
                "36 35 0:29 /docker/abc " + path("cgroup") + " ro shared:1 - cgroup cpu rw,cpuacct,cpu\n");
        write("proc/self/cgroup", "4:cpuacct,cpu:/docker/abc/inner\n");
        write("cgroup/inner/cpu.cfs_quota_us", "150000\n");
        write("cgroup/inner/cpu.cfs_period_us", "100000\n");
        write("cgroup/inner/cpuacct.usage", "123456789\n");

        Reading reading = limits(false).read(0, HOST_MEMORY);

        assertThat(cpu(reading, "cgroup/inner")).isEqualTo(new CpuTime(123_456_789, 0));
        assertThat(reading.cores()).hasValue(1.5);
    }

    @Test
    void aPathThatTheContainerDoesNotShowMeansItsRoot() throws IOException {
        write("proc/self/mountinfo", mount2());
        write("proc/self/cgroup", "0::/system.slice/docker-abc.scope\n");
        write("cgroup/cpu.max", "100000 100000\n");
        write("cgroup/cpu.stat", "usage_usec 3\n");

        assertThat(limits(false).read(0, HOST_MEMORY).cores()).hasValue(1);
    }

    @Test
    void versionOneWithAHierarchyForEachControllerIsReadAsWell() throws IOException {
        version1("/a");
        write("cpu/a/cpu.cfs_quota_us", "50000\n");
        write("cpu/a/cpu.cfs_period_us", "100000\n");
        write("cpu/cpu.cfs_quota_us", "-1\n");
        write("cpuacct/a/cpuacct.usage", "77\n");
        write("memory/a/memory.limit_in_bytes", 3 * GIB + "\n");
        write("memory/a/memory.usage_in_bytes", 2 * GIB + "\n");
        write("memory/a/memory.stat", "cache 5\ntotal_inactive_file " + GIB + "\n");
        write("memory/memory.limit_in_bytes", "9223372036854771712\n");

        Reading reading = limits(false).read(0, HOST_MEMORY);

        assertThat(reading.cores()).hasValue(0.5);
        assertThat(cpu(reading, "cpu/a").used()).isEqualTo(77);
        assertThat(reading.memoryBytes()).hasValue(3 * GIB);
        assertThat(reading.memoryUsedBytes()).hasValue(GIB);
    }

    @Test
    void aQuotaWhoseUseCannotBeReadIsAClearFaultAndNoGuess() throws IOException {
        version1("/a");
        write("cpu/a/cpu.cfs_quota_us", "50000\n");
        write("cpu/a/cpu.cfs_period_us", "100000\n");

        assertThatThrownBy(() -> limits(false).read(0, HOST_MEMORY))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(path("cpuacct/a/cpuacct.usage"));

        version2("/b");
        write("cgroup/b/cpu.max", "half 100000\n");
        assertThatThrownBy(() -> limits(false).read(0, HOST_MEMORY))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(path("cgroup/b/cpu.max") + ": expected a number, found \"half\"");
    }

    @Test
    void inAMixedLayoutEachControllerIsWhereItIsMounted() throws IOException {
        write("proc/self/mountinfo", mount2() + "41 31 0:38 / " + path("memory") + " rw - cgroup cgroup rw,memory\n");
        write("proc/self/cgroup", "4:memory:/m\n0::/c\n");
        write("cgroup/c/cpu.max", "400000 100000\n");
        write("cgroup/c/cpu.stat", "usage_usec 1\n");
        write("memory/m/memory.limit_in_bytes", GIB + "\n");

        Reading reading = limits(false).read(0, HOST_MEMORY);

        assertThat(reading.cores()).hasValue(4);
        assertThat(reading.memoryBytes()).hasValue(GIB);
    }

    @Test
    void theSetOfProcessorsLimitsLikeAQuota() throws IOException {
        version2("/a");
        write("cgroup/a/cpu.max", "max 100000\n");
        write("cgroup/a/cpu.stat", "usage_usec 1\n");
        write("cgroup/a/cpuset.cpus.effective", "0-2,8\n");

        assertThat(limits(false).read(0, HOST_MEMORY).cores()).hasValue(4);
    }

    @Test
    void theServiceOfTheAgentItselfLimitsTheAgentAndNotTheNode() throws IOException {
        version2("/system.slice/lamplighter-agent.service");
        write("cgroup/system.slice/lamplighter-agent.service/cpu.max", "10000 100000\n");
        write("cgroup/system.slice/lamplighter-agent.service/cpu.stat", "usage_usec 1\n");
        write("cgroup/system.slice/lamplighter-agent.service/memory.max", "268435456\n");

        Cgroups groups = new Cgroups(root.resolve("proc"), true);
        assertThat(new CgroupLimits(groups, HOST_PROCESSORS, false).read(0, HOST_MEMORY))
                .isEqualTo(NOTHING);

        write("cgroup/system.slice/cpu.max", "800000 100000\n");
        write("cgroup/system.slice/cpu.stat", "usage_usec 1\n");
        assertThat(new CgroupLimits(groups, HOST_PROCESSORS, false)
                        .read(0, HOST_MEMORY)
                        .cores())
                .hasValue(8);
        assertThat(limits(false).read(0, HOST_MEMORY).cores()).hasValue(0.1);
    }

    @Test
    void whatWasAskedForCountsWithoutALimitAndHasToBeThere() throws IOException {
        version2("/a");
        write("cgroup/a/cpu.stat", "usage_usec 1\n");
        write("cgroup/cpu.stat", "usage_usec 99\n");

        Reading reading = limits(true).read(0, HOST_MEMORY);

        assertThat(reading.cores()).hasValue(HOST_PROCESSORS);
        assertThat(reading.cpu()).containsOnlyKeys(path("cgroup/a"));

        Cgroups nowhere = new Cgroups(root.resolve("none"), false);
        assertThatThrownBy(() -> new CgroupLimits(nowhere, HOST_PROCESSORS, true).read(0, HOST_MEMORY))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no control group");
        assertThat(new CgroupLimits(nowhere, HOST_PROCESSORS, false).read(0, HOST_MEMORY))
                .isEqualTo(NOTHING);
    }

    @Test
    void aQuotaThatChangesDoesNotRewriteThePast() throws IOException {
        version2("/a");
        write("cgroup/a/cpu.max", "200000 100000\n");
        write("cgroup/a/cpu.stat", "usage_usec 0\n");
        CgroupLimits limits = limits(false);
        limits.read(0, HOST_MEMORY);
        long before = cpu(limits.read(100 * SECOND_NS, HOST_MEMORY), "cgroup/a").total();
        write("cgroup/a/cpu.max", "100000 100000\n");

        Reading reading = limits.read(101 * SECOND_NS, HOST_MEMORY);

        assertThat(cpu(reading, "cgroup/a").total() - before).isEqualTo(SECOND_NS);
        assertThat(reading.cores()).hasValue(1);
    }

    @Test
    void ofTwoMemoryLimitsTheSmallerCountsAndOfEqualOnesTheOuter() throws IOException {
        version2("/a/b");
        write("cgroup/a/memory.max", 4 * GIB + "\n");
        write("cgroup/a/memory.current", 3 * GIB + "\n");
        write("cgroup/a/memory.stat", "anon 1\ninactive_file " + GIB + "\n");
        write("cgroup/a/b/memory.max", 4 * GIB + "\n");
        write("cgroup/a/b/memory.current", GIB + "\n");

        assertThat(limits(false).read(0, HOST_MEMORY).memoryUsedBytes()).hasValue(2 * GIB);

        write("cgroup/a/b/memory.max", 2 * GIB + "\n");
        assertThat(limits(false).read(0, HOST_MEMORY).memoryUsedBytes()).hasValue(GIB);
    }

    private static final Reading NOTHING = new Reading(
            Map.of(), java.util.OptionalDouble.empty(), java.util.OptionalLong.empty(), java.util.OptionalLong.empty());

    private CgroupLimits limits(boolean ownCounts) {
        return new CgroupLimits(new Cgroups(root.resolve("proc"), false), HOST_PROCESSORS, ownCounts);
    }

    private CpuTime cpu(Reading reading, String group) {
        assertThat(reading.cpu()).containsKey(path(group));
        return reading.cpu().get(path(group));
    }

    private void version2(String own) throws IOException {
        write("proc/self/mountinfo", "31 23 0:27 / / rw - overlay overlay rw\n" + mount2());
        write("proc/self/cgroup", "0::" + own + "\n");
        Files.createDirectories(root.resolve("cgroup" + own));
    }

    private String mount2() {
        return "40 31 0:37 / " + path("cgroup") + " rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
    }

    private void version1(String own) throws IOException {
        StringBuilder mounts = new StringBuilder("31 23 0:28 / " + root + " rw - tmpfs tmpfs rw\n");
        StringBuilder groups = new StringBuilder("9:name=systemd:/\n");
        for (String controller : new String[] {"cpu", "cpuacct", "memory"}) {
            mounts.append("32 31 0:29 / " + path(controller) + " rw - cgroup cgroup rw," + controller + "\n");
            groups.append("1:" + controller + ":" + own + "\n");
            Files.createDirectories(root.resolve(controller + own));
        }
        write("proc/self/mountinfo", mounts.toString());
        write("proc/self/cgroup", groups.toString());
    }

    private String path(String name) {
        return root.resolve(name).toString();
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
