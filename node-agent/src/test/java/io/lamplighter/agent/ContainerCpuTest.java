package io.lamplighter.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lamplighter.agent.HostReading.CpuTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerCpuTest {
    private static final long SECOND_NS = 1_000_000_000;

    @TempDir
    Path root;

    @Test
    void aContainerThatUsesItsHalfProcessorIsNotIdleWhateverItsHostIs() throws IOException {
        write("cgroup.controllers", "cpu memory\n");
        write("cpu.max", "50000 100000\n");
        write("cpu.stat", "usage_usec 7000000\nuser_usec 1\n");
        ContainerCpu cpu = new ContainerCpu(root, 16, 0);
        CpuTime before = cpu.time(0);
        write("cpu.stat", "usage_usec 7500000\nuser_usec 1\n");

        CpuTime after = cpu.time(SECOND_NS);

        assertThat(cpu.cores()).isEqualTo(0.5);
        assertThat(after.used() - before.used()).isEqualTo(SECOND_NS / 2);
        assertThat(after.total() - before.total()).isEqualTo(SECOND_NS / 2);
    }

    @Test
    void versionOneIsReadAsWell() throws IOException {
        write("cpu/cpu.cfs_quota_us", "150000\n");
        write("cpu/cpu.cfs_period_us", "100000\n");
        write("cpuacct/cpuacct.usage", "123456789\n");
        ContainerCpu cpu = new ContainerCpu(root, 16, 0);

        assertThat(cpu.cores()).isEqualTo(1.5);
        assertThat(cpu.time(2 * SECOND_NS)).isEqualTo(new CpuTime(123_456_789, 3 * SECOND_NS));
    }

    @Test
    void withoutAQuotaTheProcessorsAreTheLimit() throws IOException {
        write("cpu/cpu.cfs_quota_us", "-1\n");
        assertThat(new ContainerCpu(root, 4, 0).cores()).isEqualTo(4);

        write("cgroup.controllers", "cpu\n");
        assertThat(new ContainerCpu(root, 4, 0).cores()).isEqualTo(4);

        write("cpu.max", "max 100000\n");
        assertThat(new ContainerCpu(root, 4, 0).cores()).isEqualTo(4);

        write("cpu.max", "900000 100000\n");
        assertThat(new ContainerCpu(root, 4, 0).cores()).isEqualTo(4);
    }

    @Test
    void aQuotaThatChangesDoesNotRewriteThePast() throws IOException {
        write("cgroup.controllers", "cpu\n");
        write("cpu.max", "200000 100000\n");
        write("cpu.stat", "usage_usec 0\n");
        ContainerCpu cpu = new ContainerCpu(root, 4, 0);
        long before = cpu.time(100 * SECOND_NS).total();
        write("cpu.max", "100000 100000\n");

        assertThat(cpu.time(101 * SECOND_NS).total() - before).isEqualTo(SECOND_NS);
    }

    @Test
    void filesThatAreNotThereAreAClearFault() {
        assertThatThrownBy(() -> new ContainerCpu(root, 4, 0).time(1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cpu.cfs_quota_us");
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
