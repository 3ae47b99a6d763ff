package io.lamplighter.balancer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

/** Who is asked to do what a {@code stream} block says: we, and beside us, where it is installed, nginx itself. */
enum Subject {
    LAMPLIGHTER {
        @Override
        AutoCloseable start(Path directory, String stream) throws IOException {
            return RunningBalancer.start(directory, "error_log error.log; stream { " + stream + " }");
        }
    },

    NGINX {
        @Override
        AutoCloseable start(Path directory, String stream) throws IOException {
            Optional<Path> program = existing("/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx");
            Assumptions.assumeTrue(
                    program.isPresent(), "nginx is not installed (Debian: apt-get install nginx libnginx-mod-stream)");
            Optional<Path> module = existing("/usr/lib/nginx/modules/ngx_stream_module.so");
            Assumptions.assumeTrue(
                    module.isPresent() || hasStream(program.get()),
                    "nginx has no stream module (Debian: apt-get install libnginx-mod-stream)");
            Path file = directory.resolve("nginx.conf");
            Path pid = directory.resolve("nginx.pid");
            Files.writeString(
                    file,
                    module.map(path -> "load_module " + path + "; ").orElse("") + "daemon off; master_process off; pid "
                            + pid + "; error_log " + directory + "/error.log info; events {} stream { " + stream
                            + " }");
            Process nginx = new ProcessBuilder(
                            program.get().toString(),
                            "-p",
                            directory.toString(),
                            "-c",
                            file.toString(),
                            "-e",
                            directory.resolve("error.log").toString())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("nginx.out").toFile())
                    .start();
            Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(pid) || !nginx.isAlive());
            if (!nginx.isAlive()) {
                throw new AssertionError("nginx: " + Files.readString(directory.resolve("nginx.out")));
            }
            return () -> end(nginx);
        }
    };

    /** Serves what a {@code stream} block says until closed; every port in it is free. */
    abstract AutoCloseable start(Path directory, String stream) throws IOException;

    private static Optional<Path> existing(String... paths) {
        return Stream.of(paths).map(Path::of).filter(Files::exists).findFirst();
    }

    private static boolean hasStream(Path nginx) throws IOException {
        Process process = new ProcessBuilder(nginx.toString(), "-V")
                .redirectErrorStream(true)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).contains("--with-stream ");
    }

    private static void end(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("nginx did not end");
        }
    }
}
