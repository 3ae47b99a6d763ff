package io.lamplighter.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterfacesTest {
    private static final String ROUTES = """
            Iface\tDestination\tGateway \tFlags
            eth0\t000011AC\t00000000\t0001
            eth0\t00000000\t010011AC\t0003
            """;

    @TempDir
    Path root;

    @Test
    void theCountersOfAnInterfaceAreTwoFilesAndOneThatIsGoneHasNone() throws IOException {
        device("eth0");
        Path counters = Files.createDirectories(root.resolve("sys/class/net/eth0/statistics"));
        Files.writeString(counters.resolve("rx_bytes"), "123\n");
        assertThat(interfaces().traffic("eth0")).isEmpty();
        Files.writeString(counters.resolve("tx_bytes"), "18446744073709551615\n");

        // More than the half of what 64 bits count is negative here, which the meter takes for unknown.
        assertThat(interfaces().traffic("eth0")).contains(new HostReading.Traffic(123, -1));
        assertThat(interfaces().traffic("eth1")).isEmpty();
    }

    @Test
    void aBondOfTwoLinksIsCountedOnce() throws IOException {
        device("eth0");
        device("eth1");
        Files.createDirectories(root.resolve("sys/class/net/bond0"));
        Files.createDirectories(root.resolve("sys/class/net/docker0"));

        assertThat(interfaces().carrying(List.of("eth0", "eth1", "bond0", "docker0")))
                .containsExactlyInAnyOrder("eth0", "eth1");
    }

    @Test
    void inAContainerTheDefaultRouteTells() throws IOException {
        Files.createDirectories(root.resolve("proc/net"));
        Files.writeString(root.resolve("proc/net/route"), ROUTES);

        assertThat(interfaces().carrying(List.of("eth0", "eth9"))).containsExactly("eth0");
        assertThat(interfaces().carrying(List.of("eth9"))).isEmpty();
    }

    @Test
    void withoutEitherNoneIsGuessed() {
        assertThat(interfaces().carrying(List.of("tun0"))).isEmpty();
    }

    private void device(String name) throws IOException {
        Files.createDirectories(root.resolve("sys/class/net").resolve(name).resolve("device"));
    }

    private Interfaces interfaces() {
        return new Interfaces(root.resolve("sys"), root.resolve("proc"));
    }
}
