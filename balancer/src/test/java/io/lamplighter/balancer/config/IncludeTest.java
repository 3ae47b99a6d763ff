package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IncludeTest {
    @TempDir
    Path directory;

    @Test
    void aMaskWithoutAMatchIsFine() {
        TestConfig.config(directory, "include nowhere/*.conf; " + stream("include stream.d/*.conf;"));
    }

    @Test
    void filesOfAMaskAreReadInSortedOrder() {
        for (String name : List.of("10", "9", "a", "B")) {
            TestConfig.write(directory, "u.d/" + name + ".conf", "upstream u" + name + " { server 127.0.0.1:1; }");
        }
        assertThat(upstreams("include u.d/*.conf;")).containsExactly("u10", "u9", "uB", "ua");
    }

    @Test
    void masksAreThoseOfTheShell() {
        for (String name :
                List.of("a.conf", "a.conf~", ".a.conf", "b.conf", "ab.conf", "d/c.conf", "d/e/x.conf", "{a}")) {
            TestConfig.write(directory, "m/" + name, "upstream '" + name + "' { server 127.0.0.1:1; }");
        }
        assertThat(upstreams("include m/*.conf;")).containsExactly("a.conf", "ab.conf", "b.conf");
        assertThat(upstreams("include m/?.conf;")).containsExactly("a.conf", "b.conf");
        assertThat(upstreams("include m/[b-z].conf;")).containsExactly("b.conf");
        assertThat(upstreams("include m/[!b].conf;")).containsExactly("a.conf");
        assertThat(upstreams("include m/[^a].conf;")).containsExactly("b.conf");
        assertThat(upstreams("include m/[z-a]*.conf;")).isEmpty();
        assertThat(upstreams("include m/.a*;")).containsExactly(".a.conf");
        assertThat(upstreams("include m/*/*.conf;")).containsExactly("d/c.conf");
        assertThat(upstreams("include m/**/x.conf;")).isEmpty();
        assertThat(upstreams("include 'm/{?}';")).containsExactly("{a}");
        assertThat(upstreams("include 'm/{a,b}*';")).isEmpty();
    }

    @Test
    void relativePathsBeginAtTheDirectoryOfTheConfigurationFile() {
        TestConfig.write(directory, "conf/main.conf", "include sub/outer.inc;");
        TestConfig.write(directory, "conf/sub/outer.inc", stream("include sub/inner.inc;"));
        TestConfig.write(directory, "conf/sub/inner.inc", "proxy_timeout 7s;");
        LoadResult result = TestConfig.loader().load(Path.of("conf/main.conf"), directory, "", Optional.empty());
        assertThat(TestConfig.config(result).stream().servers().get(0).proxy().timeoutMs())
                .isEqualTo(7_000);
    }

    @Test
    void aDirectiveMayBeGivenTwiceByIncludingItsFileTwice() {
        TestConfig.write(directory, "t.inc", "proxy_timeout 7s;");
        assertThat(TestConfig.faults(directory, stream("include t.inc;\ninclude t.inc;")))
                .containsExactly("\"proxy_timeout\" directive is duplicate in t.inc:1");
    }

    @Test
    void aFileThatIncludesItselfIsNamedWithTheWholeChain() {
        assertThat(TestConfig.faults(directory, "include test.conf;\n" + stream("")))
                .containsExactly("include cycle: \"test.conf\" includes \"test.conf\" in test.conf:1");
    }

    @Test
    void aCycleThroughALinkIsSeenAsWell() throws IOException {
        TestConfig.write(directory, "real.inc", "include link.inc;");
        Files.createSymbolicLink(directory.resolve("link.inc"), directory.resolve("real.inc"));
        assertThat(TestConfig.faults(directory, "include real.inc;\n" + stream("")))
                .containsExactly("include cycle: \"real.inc\" includes \"link.inc\" in real.inc:1");
    }

    @Test
    void aFileMayBeReadAgainOnceItIsDone() {
        TestConfig.write(directory, "s.inc", "server 127.0.0.1:1;");
        assertThat(upstreams("upstream a { include s.inc; } upstream b { include s.inc; }"))
                .containsExactly("a", "b");
    }

    @Test
    void blocksOfAnIncludedFileEndWithIt() {
        TestConfig.write(directory, "open.inc", "upstream a {\nserver 127.0.0.1:1;\n");
        assertThat(TestConfig.faults(directory, stream("include open.inc;")))
                .containsExactly("unexpected end of file, expecting \"}\" for \"upstream\" of line 1 in open.inc:3");
    }

    @Test
    void aMissingMainFileIsAFaultWithoutAPlace() {
        LoadResult result = TestConfig.loader().load(Path.of("no.conf"), directory, "", Optional.empty());
        assertThat(((LoadResult.Refused) result).faults())
                .extracting(Fault::toString)
                .containsExactly("lamplighter: [emerg] open() \"" + directory.resolve("no.conf")
                        + "\" failed (2: No such file or directory)");
    }

    @Test
    void anEndlessFileIsRefused() {
        assertThat(TestConfig.faults(directory, "include /dev/zero;\n" + stream("")))
                .containsExactly("\"/dev/zero\" is larger than 16777216 bytes in test.conf:1");
    }

    @Test
    void theDumpHoldsEveryFileOnceAndNoKeys() {
        TestConfig.write(directory, "s.inc", "server 127.0.0.1:1;");
        TestConfig.write(directory, "report.key", "1 MDEyMzQ1Njc4OWFiY2RlZg==");
        String text = stream("upstream a { include s.inc; } upstream b { include s.inc; }"
                + " load_reports { listen 127.0.0.1:7946; key_file report.key; }");
        assertThat(TestConfig.load(directory, text).files())
                .containsExactly(
                        new ConfigFile(directory.resolve("test.conf"), text),
                        new ConfigFile(directory.resolve("s.inc"), "server 127.0.0.1:1;"));
    }

    @Test
    void whatAnUnknownBlockIncludesIsLeftAlone() {
        assertThat(TestConfig.faults(directory, "http { include mime.types; }\n" + stream("")))
                .hasSize(1)
                .allMatch(fault -> fault.startsWith("\"http\" is not supported"));
    }

    private List<String> upstreams(String inside) {
        return TestConfig.config(directory, "stream { " + inside + " }").stream().upstreams().keySet().stream()
                .toList();
    }

    private static String stream(String inside) {
        return "stream { server { listen 1; proxy_pass 127.0.0.1:1; } " + inside + " }";
    }
}
