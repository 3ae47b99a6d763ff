package io.lamplighter.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class LampSimTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    run steady | Missing required option: '--target=HOST:PORT'
                    run parade --target=127.0.0.1:1 --lamps=0 | there is no scenario and no file "parade"; scenarios are steady
                    run steady --target=127.0.0.1:1 --lamps=0 | lamps must be 1..4000000, found 0
                    run steady --target=127.0.0.1:1 --rate=0 | --rate must be above 0
                    run steady --target=127.0.0.1:1 --duration=20 | "20" is no duration
                    run steady --target=127.0.0.1:1 --protocol=ftp | "ftp" is none of tcp, udp, mqtt, mqtt5
                    run steady --target=127.0.0.1:1 --protocol=tcp=60%,udp=30% | the shares must add up to 100%
                    run steady --target=127.0.0.1:1 --set=interval=soon | --set interval=soon: interval: expected a time
                    run steady --target=127.0.0.1:1 --sources=127.0.0.300 | "127.0.0.300" holds 300, expected 0..255
                    run nat-rebind --target=127.0.0.1:1 --lamps-per-socket=2 | UDP lamps that leave or rebind need a socket each
                    run steady --target=127.0.0.1:1 --use=kqueue | expected one of [IO_URING, EPOLL, NIO] (case-insensitive) but was 'kqueue'
                    run steady --target=127.0.0.1:1 --expect=p98<3ms | --expect p98<3ms: expected one of p50, p90
                    node --name=a | Missing required option: '--listen=HOST:PORT'
                    node --name=a --listen=127.0.0.1:0 --cores=0 --no-lifeline | --cores must be 1..1024, found 0
                    demo --lamps=8001 | --lamps of the demo must be at most 8000, found 8001
                    demo --lamps=0 | lamps must be 1..4000000
                    demo --rate=0 | rate must be above 0
                    lab everything | "everything" is no experiment, expected one of a, l, own
                    lab --repetitions=0 | --repetitions must be 1..1000, found 0
                    parade | Unmatched argument at index 0: 'parade'
                    """)
    void aWrongCommandLineExitsWith2AndSaysWhatIsExpected(String line, String message) {
        assertThat(run(line)).isEqualTo(2);
        assertThat(err.toString()).contains(message).contains("--help").doesNotContain("Exception");
        assertThat(err.toString().lines().count()).isLessThanOrEqualTo(2);
    }

    @Test
    void helpIsNoError() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("demo", "run", "report", "lab", "node");
        assertThat(run("demo --help")).isZero();
        assertThat(out.toString()).contains("--keep-running");
    }

    @Test
    void aDemoWithoutItsConfigurationSaysWhereItLooked() {
        assertThat(run("demo --home=/nonexistent")).isEqualTo(1);
        assertThat(err.toString().strip())
                .isEqualTo(
                        "lampsim: /nonexistent/conf/demo.conf cannot be read; --home names the directory that has it");
    }

    private int run(String line) {
        CommandLine command = LampSim.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return command.execute(line.split(" "));
    }
}
