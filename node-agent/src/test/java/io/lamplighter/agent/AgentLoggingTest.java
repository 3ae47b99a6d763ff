package io.lamplighter.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class AgentLoggingTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final AgentLogging logging =
            new AgentLogging(new PrintStream(out, true, StandardCharsets.UTF_8), () -> "10:00 ");

    @Test
    void aLineIsItsTimeItsGravityAndItsWords() {
        Logger log = logging.getLoggerFactory().getLogger("a.B");

        log.info("plain");
        log.warn("{} of {}", 1, "two");
        log.debug("nobody asked");

        assertThat(lines()).containsExactly("10:00 INFO plain", "10:00 WARN 1 of two");
    }

    @Test
    void aFaultComesWithItsTrace() {
        logging.getLoggerFactory().getLogger("a.B").error("it broke: {}", "badly", new IllegalStateException("why"));

        assertThat(lines())
                .startsWith("10:00 ERROR it broke: badly", "java.lang.IllegalStateException: why")
                .anyMatch(line -> line.contains("AgentLoggingTest"));
    }

    @Test
    void whatALibraryMentionsInPassingIsLeftOut() {
        Logger log = logging.getLoggerFactory().getLogger("oshi.hardware.X");

        log.info("no battery");
        log.warn("no processor");

        assertThat(lines()).containsExactly("10:00 WARN no processor");
    }

    private List<String> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
