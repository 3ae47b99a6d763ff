package io.lamplighter.balancer;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.geoip.TestDatabase;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a database says of an address becomes variables of sessions. */
@Timeout(60)
class GeoipIT {
    @TempDir
    Path directory;

    @Test
    void variablesComeFromTheClientsAddressOrAnother() throws Exception {
        new TestDatabase()
                .with("127.0.0.0", 8, Map.of("country", Map.of("iso_code", "LO")))
                .with("10.1.0.0", 16, Map.of("country", Map.of("iso_code", "DE")))
                .write(directory.resolve("test.mmdb"), 1_700_000_000);
        try (RunningBalancer balancer = RunningBalancer.start(
                directory,
                "worker_processes 1; events { } stream { map x $other { default 10.1.2.3; } map x $none { default 10.9.0.1; }"
                        + " geoip2 test.mmdb { auto_reload 5m; $own country iso_code;"
                        + " $others default=XX source=$other country iso_code;"
                        + " $nobodys source=$none default=-- country iso_code; $nothing source=$none country iso_code;"
                        + " $built metadata build_epoch; }"
                        + " server { listen 127.0.0.1:0; return \"$own $others $nobodys [$nothing] $built\"; } }")) {
            assertThat(answer(balancer)).isEqualTo("LO DE -- [] 1700000000");
        }
    }

    private static String answer(RunningBalancer balancer) throws IOException {
        try (Socket client = balancer.connect()) {
            return new String(client.getInputStream().readAllBytes(), US_ASCII);
        }
    }
}
