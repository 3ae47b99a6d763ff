package io.lamplighter.simulator.lamp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SourcesTest {
    @Test
    void everyLampOnTheLoopbackNetworkHasAnAddressOfItsOwn() {
        Sources sources = Sources.best(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1));
        Set<String> addresses = new HashSet<>();
        for (int lamp = 0; lamp < 100_000; lamp++) {
            addresses.add(address(sources, lamp));
        }

        assertThat(addresses).hasSize(100_000).contains("127.64.0.1", "127.64.0.254", "127.64.1.1");
        assertThat(addresses).noneMatch(address -> address.endsWith(".0") || address.endsWith(".255"));
    }

    @Test
    void elsewhereTheSystemChooses() {
        assertThat(Sources.best(new InetSocketAddress("192.0.2.1", 1)).of(7)).isEmpty();
    }

    @Test
    void aRangeIsUsedInTurn() {
        Sources sources = new Sources.Range(0x0A00_00FD, 3); // 10.0.0.253, 10.0.0.254, 10.0.1.1

        assertThat(address(sources, 0)).isEqualTo("10.0.0.253");
        assertThat(address(sources, 2)).isEqualTo("10.0.1.1");
        assertThat(address(sources, 3)).isEqualTo("10.0.0.253");
    }

    private static String address(Sources sources, int lamp) {
        return sources.of(lamp).orElseThrow().getAddress().getHostAddress();
    }
}
