package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.ErrorLogConfig.Level;
import io.lamplighter.balancer.config.ErrorLogConfig.ToFile;
import io.lamplighter.balancer.config.ErrorLogConfig.ToStandardError;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLineTest {
    private static final String STREAM = "stream { server { listen 1; proxy_pass 127.0.0.1:1; } }";

    @TempDir
    Path directory;

    @Test
    void globalsAreReadBeforeTheFile() {
        BalancerConfig config =
                TestConfig.config(TestConfig.load(directory, STREAM, "daemon off; worker_processes 3;"));
        assertThat(config.daemon()).isFalse();
        assertThat(config.workerProcesses()).isEqualTo(3);
    }

    @Test
    void aGlobalAndAFileMayNotSayTheSame() {
        assertThat(faults("daemon off;\n" + STREAM, "daemon off;"))
                .containsExactly("\"daemon\" directive is duplicate in test.conf:1");
    }

    @Test
    void faultsOfGlobalsSayWhereTheyAre() {
        assertThat(faults(STREAM, "daemon maybe; events { }; speed 5; pid x"))
                .containsExactly(
                        "invalid value \"maybe\" in \"daemon\" directive, it must be \"on\" or \"off\" in command line",
                        "block directives are not supported in -g option in command line",
                        "unexpected \";\" in command line",
                        "unknown directive \"speed\" in command line",
                        "unexpected end of parameter, expecting \";\" after \"pid\" in command line");
    }

    @Test
    void theErrorLogOptionTakesThePlaceOfTheDefaultOnly() {
        assertThat(errorLogs(STREAM, "stderr")).containsExactly(new ErrorLogConfig(new ToStandardError(), Level.ERROR));
        assertThat(errorLogs(STREAM, "e.log"))
                .containsExactly(new ErrorLogConfig(new ToFile(directory.resolve("e.log")), Level.ERROR));
        assertThat(errorLogs("error_log other.log warn; " + STREAM, "stderr"))
                .containsExactly(new ErrorLogConfig(new ToFile(directory.resolve("other.log")), Level.WARN));
    }

    @Test
    void anAbsoluteConfigurationFileIsNotRelativeToThePrefix() {
        TestConfig.write(directory, "conf/a.conf", "pid run.pid; " + STREAM);
        Path prefix = directory.resolve("prefix");
        LoadResult result = TestConfig.loader().load(directory.resolve("conf/a.conf"), prefix, "", Optional.empty());
        assertThat(TestConfig.config(result).pidFile()).isEqualTo(prefix.resolve("run.pid"));
    }

    private List<String> faults(String text, String globals) {
        return TestConfig.faults(TestConfig.load(directory, text, globals), directory);
    }

    private List<ErrorLogConfig> errorLogs(String text, String option) {
        TestConfig.write(directory, "test.conf", text);
        LoadResult result = TestConfig.loader().load(Path.of("test.conf"), directory, "", Optional.of(option));
        return TestConfig.config(result).errorLog().targets();
    }
}
