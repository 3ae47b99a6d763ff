package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import io.lamplighter.balancer.config.BalancingMethod.Hash;
import io.lamplighter.balancer.config.BalancingMethod.LeastConn;
import io.lamplighter.balancer.config.BalancingMethod.Residual;
import io.lamplighter.balancer.config.BalancingMethod.ResidualRate;
import io.lamplighter.balancer.config.BalancingMethod.RoundRobin;
import io.lamplighter.balancer.config.ErrorLogConfig.Level;
import io.lamplighter.balancer.config.ErrorLogConfig.ToFile;
import io.lamplighter.balancer.config.ErrorLogConfig.ToStandardError;
import io.lamplighter.balancer.config.EventsConfig.EventMethod;
import io.lamplighter.balancer.config.ListenConfig.Keepalive;
import io.lamplighter.balancer.config.ListenConfig.Options;
import io.lamplighter.balancer.config.ListenConfig.Protocol;
import io.lamplighter.balancer.variable.FixedValues;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeConfigTest {
    /** Every directive there is. */
    static final String FULL = """
            worker_processes auto;
            pid run/lamps.pid;
            daemon off;
            error_log stderr info;
            error_log logs/e.log;
            events { use epoll; worker_connections 20000; }
            stream {
                proxy_timeout 1h30m;
                log_format plain '$remote_addr [$time_local] '
                                 '"$upstream_addr" ${bytes_sent}B';
                access_log logs/a.log plain;
                load_reports { listen 127.0.0.1:7946; key_file report.key; expire 3s; }
                upstream cloud {
                    dynamic_weight cpu=0.7 threshold=0.2;
                    server 10.0.0.11:1883 weight=4 max_conns=9 max_fails=0 fail_timeout=1m node=a;
                    server lamps.test:1884 backup down;
                }
                upstream keyed { hash "$remote_addr/x" consistent; server [fd00::7]:1; }
                server {
                    listen 1883 backlog=64 reuseport so_keepalive=30m::10 rcvbuf=64k sndbuf=1m;
                    listen [::]:1883 ipv6only=off;
                    proxy_pass Cloud;
                    proxy_half_close on;
                    tcp_nodelay off;
                }
                server {
                    listen 127.0.0.1:5683-5684 udp;
                    proxy_pass 10.0.0.5:5683;
                    proxy_connect_timeout 500ms;
                    proxy_next_upstream off;
                    proxy_next_upstream_tries 3;
                    proxy_next_upstream_timeout 2s;
                    proxy_responses 1;
                    proxy_requests 7;
                    proxy_bind 127.0.0.9:99;
                    proxy_buffer_size 256k;
                    proxy_socket_keepalive on;
                    access_log off;
                }
                api { listen 127.0.0.1:18080; write on; }
            }
            """;

    @TempDir
    Path directory;

    private BalancerConfig full() {
        TestConfig.write(directory, "report.key", "# rotated in May\n\n7 MDEyMzQ1Njc4OWFiY2RlZg==\n");
        return TestConfig.config(directory, FULL);
    }

    @Test
    void whatStandsOutsideOfBlocksIsRead() {
        BalancerConfig config = full();
        assertThat(config.workerProcesses()).isEqualTo(6);
        assertThat(config.daemon()).isFalse();
        assertThat(config.pidFile()).isEqualTo(directory.resolve("run/lamps.pid"));
        assertThat(config.errorLog().targets())
                .containsExactly(
                        new ErrorLogConfig(new ToStandardError(), Level.INFO),
                        new ErrorLogConfig(new ToFile(directory.resolve("logs/e.log")), Level.ERROR));
        assertThat(config.events()).isEqualTo(new EventsConfig(Optional.of(EventMethod.EPOLL), 20000));
    }

    @Test
    void anUpstreamKeepsItsMethodAndItsServersInOrder() {
        UpstreamConfig cloud = full().stream().upstreams().get("cloud");
        assertThat(cloud.method()).isEqualTo(new DynamicWeight(new ResidualRate(0.7, 0.3, Residual.SUM, 0.2, 0), 1));
        assertThat(cloud.servers())
                .containsExactly(
                        new UpstreamServer(
                                "10.0.0.11:1883",
                                List.of(address("10.0.0.11", 1883)),
                                4,
                                true,
                                9,
                                0,
                                60_000,
                                0,
                                false,
                                false,
                                false,
                                Optional.of("a"),
                                at(15)),
                        new UpstreamServer(
                                "lamps.test:1884",
                                List.of(address("10.0.0.1", 1884), address("10.0.0.2", 1884), address("fd00::1", 1884)),
                                1,
                                false,
                                0,
                                1,
                                10_000,
                                0,
                                true,
                                false,
                                true,
                                Optional.empty(),
                                at(16)));
        assertThat(full().stream().upstreams().keySet()).containsExactly("cloud", "keyed", "10.0.0.5:5683");
    }

    @Test
    void aHashKeyMayHoldVariablesAndText() {
        Hash hash = (Hash) full().stream().upstreams().get("keyed").method();
        assertThat(hash.consistent()).isTrue();
        assertThat(hash.key().expand(FixedValues.names())).isEqualTo("<remote_addr>/x");
    }

    @Test
    void everyParameterOfListenIsRead() {
        ServerConfig first = full().stream().servers().get(0);
        assertThat(first.listens())
                .containsExactly(
                        ListenConfig.plain(address("0.0.0.0", 1883), Protocol.TCP, at(20))
                                .with(new Options(
                                        true, 64, true, new Keepalive(true, 1800, 0, 10), 65_536, 1_048_576, 0, false)),
                        ListenConfig.plain(address("::", 1883), Protocol.TCP, at(21))
                                .with(new Options(true, 511, false, Keepalive.OFF, 0, 0, 0, false)));
    }

    @Test
    void aRangeOfPortsIsOneListenForEach() {
        ServerConfig second = full().stream().servers().get(1);
        assertThat(second.listens())
                .extracting(ListenConfig::address)
                .containsExactly(address("127.0.0.1", 5683), address("127.0.0.1", 5684));
        assertThat(second.listens()).allMatch(ListenConfig::udp);
    }

    @Test
    void aServerInheritsWhatItDoesNotSay() {
        ServerConfig first = full().stream().servers().get(0);
        assertThat(first.content()).isEqualTo(new Content.ToUpstream("cloud"));
        assertThat(first.proxy().connectTimeoutMs()).isEqualTo(60_000);
        assertThat(first.proxy().timeoutMs()).isEqualTo(5_400_000);
        assertThat(first.proxy().halfClose()).isTrue();
        assertThat(first.tcpNodelay()).isFalse();
        assertThat(first.accessLogs()).hasSize(1);
        assertThat(first.accessLogs().get(0).target())
                .isEqualTo(new AccessLogConfig.ToFile(directory.resolve("logs/a.log"), Optional.empty()));
        assertThat(first.accessLogs().get(0).format().render(FixedValues.names()))
                .isEqualTo("<remote_addr> [<time_local>] \"<upstream_addr>\" <bytes_sent>B");
    }

    @Test
    void aServerOverridesWhatItSays() {
        ServerConfig second = full().stream().servers().get(1);
        assertThat(second.content()).isEqualTo(new Content.ToUpstream("10.0.0.5:5683"));
        ProxyConfig proxy = second.proxy();
        assertThat(proxy.connectTimeoutMs()).isEqualTo(500);
        assertThat(proxy.timeoutMs()).isEqualTo(5_400_000);
        assertThat(proxy.halfClose()).isFalse();
        assertThat(proxy.nextUpstream()).isFalse();
        assertThat(proxy.nextUpstreamTries()).isEqualTo(3);
        assertThat(proxy.nextUpstreamTimeoutMs()).isEqualTo(2_000);
        assertThat(proxy.responses()).isEqualTo(1);
        assertThat(proxy.requests()).isEqualTo(7);
        assertThat(proxy.socket().bind().orElseThrow().constant()).contains("127.0.0.9:99");
        assertThat(proxy.bufferBytes()).isEqualTo(262_144);
        assertThat(proxy.socket().keepalive()).isTrue();
        assertThat(second.tcpNodelay()).isTrue();
        assertThat(second.accessLogs()).isEmpty();
    }

    @Test
    void anAddressInProxyPassMakesAnUpstreamOfItsOwn() {
        UpstreamConfig implicit = full().stream().upstreams().get("10.0.0.5:5683");
        assertThat(implicit.method()).isEqualTo(new RoundRobin());
        assertThat(implicit.servers()).hasSize(1);
        assertThat(implicit.servers().get(0).addresses()).containsExactly(address("10.0.0.5", 5683));
    }

    @Test
    void reportsAndApiAreRead() {
        StreamConfig stream = full().stream();
        LoadReportsConfig reports = stream.loadReports().orElseThrow();
        assertThat(reports.listen()).isEqualTo(address("127.0.0.1", 7946));
        assertThat(reports.expireMs()).isEqualTo(3_000);
        assertThat(reports.unsigned()).isFalse();
        assertThat(reports.keys()).hasSize(1);
        assertThat(reports.keys().get(0).id()).isEqualTo(7);
        assertThat(reports.keys().get(0).secret()).asString().isEqualTo("0123456789abcdef");
        assertThat(stream.api()).contains(new ApiConfig(address("127.0.0.1", 18080), true, at(40)));
    }

    @Test
    void defaultsAreThoseOfNginx() {
        BalancerConfig config = TestConfig.config(directory, """
                stream {
                    upstream u { least_conn; server localhost:1; }
                    server { listen 1; proxy_pass u; }
                }
                """);
        assertThat(config.workerProcesses()).isEqualTo(1);
        assertThat(config.daemon()).isTrue();
        assertThat(config.pidFile()).isEqualTo(directory.resolve("logs/lamplighter.pid"));
        assertThat(config.errorLog().targets())
                .containsExactly(new ErrorLogConfig(new ToFile(directory.resolve("logs/error.log")), Level.ERROR));
        assertThat(config.events()).isEqualTo(new EventsConfig(Optional.empty(), 512));
        assertThat(config.stream().upstreams().get("u").method()).isEqualTo(new LeastConn());
        ServerConfig server = config.stream().servers().get(0);
        ProxyConfig proxy = server.proxy();
        assertThat(proxy.connectTimeoutMs()).isEqualTo(60_000);
        assertThat(proxy.timeoutMs()).isEqualTo(600_000);
        assertThat(proxy.halfClose()).isFalse();
        assertThat(proxy.nextUpstream()).isTrue();
        assertThat(proxy.nextUpstreamTries()).isZero();
        assertThat(proxy.nextUpstreamTimeoutMs()).isZero();
        assertThat(proxy.responses()).isEqualTo(-1);
        assertThat(proxy.requests()).isZero();
        assertThat(proxy.socket().bind()).isEmpty();
        assertThat(proxy.bufferBytes()).isEqualTo(16_384);
        assertThat(proxy.socket().keepalive()).isFalse();
        assertThat(server.tcpNodelay()).isTrue();
        assertThat(server.accessLogs()).isEmpty();
        assertThat(config.stream().loadReports()).isEmpty();
        assertThat(config.stream().api()).isEmpty();
    }

    private Source at(int line) {
        return new Source(directory.resolve("test.conf").toString(), line);
    }

    private static InetSocketAddress address(String host, int port) {
        return new InetSocketAddress(Addresses.literal(host).orElseThrow(), port);
    }
}
