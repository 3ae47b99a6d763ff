package io.lamplighter.balancer.names;

import static io.lamplighter.balancer.names.TestDns.a;
import static io.lamplighter.balancer.names.TestDns.aaaa;
import static io.lamplighter.balancer.names.TestDns.cname;
import static io.lamplighter.balancer.names.TestDns.srv;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.lamplighter.balancer.config.ResolverConfig;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponseCode;
import java.net.InetAddress;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a name server's answers become; the server is real, on loopback. */
class DnsClientTest {
    private static final long LONG_MS = 20_000;
    private static final long SHORT_MS = 300;

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private TestDns dns;
    private DnsClient client;

    @BeforeEach
    void start() throws Exception {
        dns = new TestDns();
        client = client(OptionalLong.empty(), true, true, LONG_MS);
    }

    @AfterEach
    void stop() {
        client.close();
        dns.close();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    private DnsClient client(OptionalLong validMs, boolean ipv4, boolean ipv6, long timeoutMs) {
        EventLoop loop = group.next();
        return new DnsClient(
                loop,
                NioDatagramChannel::new,
                NioSocketChannel::new,
                new ResolverConfig(List.of(dns.address()), validMs, ipv4, ipv6, timeoutMs));
    }

    @Test
    void bothFamiliesAreAskedForAndIpv4ComesFirstInTheOrderOfTheAnswer() throws Exception {
        dns.answer("lamps.test", DnsRecordType.A, a("10.0.0.9"), a("10.0.0.1"), a("10.0.0.5"));
        dns.answer("lamps.test", DnsRecordType.AAAA, aaaa("2001:db8::2"), aaaa("2001:db8::1"));

        assertThat(addresses("lamps.test"))
                .containsExactly("10.0.0.9", "10.0.0.1", "10.0.0.5", "2001:db8:0:0:0:0:0:2", "2001:db8:0:0:0:0:0:1");
    }

    @Test
    void aFamilyThatIsNotWantedIsNotAskedFor() throws Exception {
        dns.answer("lamps.test", DnsRecordType.A, a("10.0.0.1"));
        dns.answer("lamps.test", DnsRecordType.AAAA, aaaa("2001:db8::1"));
        replace(client(OptionalLong.empty(), false, true, LONG_MS));

        assertThat(addresses("lamps.test")).containsExactly("2001:db8:0:0:0:0:0:1");
        assertThat(dns.asked("lamps.test", DnsRecordType.A)).isZero();
    }

    @Test
    void anAnswerCountsForTheShortestOfItsTimesUnlessTheConfigurationSaysHowLong() throws Exception {
        dns.answer(
                "lamps.test",
                DnsRecordType.A,
                a("10.0.0.1").ttl(30),
                a("10.0.0.2").ttl(7));

        assertThat(get(client.addresses("lamps.test")).validMs()).isEqualTo(7_000);
        replace(client(OptionalLong.of(1_000), true, true, LONG_MS));
        assertThat(get(client.addresses("lamps.test")).validMs()).isEqualTo(1_000);
    }

    @Test
    void anAliasIsFollowedAndACircleOfThemEnds() throws Exception {
        dns.answer("lamps.test", DnsRecordType.A, cname("other.test"));
        dns.answer("other.test", DnsRecordType.A, a("10.0.0.7"));
        dns.answer("round.test", DnsRecordType.A, cname("about.test"));
        dns.answer("about.test", DnsRecordType.A, cname("round.test"));

        assertThat(addresses("lamps.test")).containsExactly("10.0.0.7");
        assertThat(trouble(client.addresses("round.test")).isNoSuchName()).isTrue();
    }

    @Test
    void anAnswerThatWasCutIsAskedForOverTcp() throws Exception {
        dns.cut("lamps.test", DnsRecordType.A, a("10.0.0.1"), a("10.0.0.2"), a("10.0.0.3"));

        assertThat(addresses("lamps.test")).containsExactly("10.0.0.1", "10.0.0.2", "10.0.0.3");
    }

    @Test
    void oneFamilyWillDoWhenTheOtherIsInTrouble() throws Exception {
        dns.fail("lamps.test", DnsResponseCode.SERVFAIL);
        dns.answer("lamps.test", DnsRecordType.A, a("10.0.0.1"));

        assertThat(addresses("lamps.test")).containsExactly("10.0.0.1");
    }

    @Test
    void aNameThatIsNotThereIsToldFromTroubleThatMayPass() {
        dns.fail("gone.test", DnsResponseCode.NXDOMAIN);
        dns.fail("ill.test", DnsResponseCode.SERVFAIL);
        dns.fail("refused.test", DnsResponseCode.REFUSED);

        assertThat(trouble(client.addresses("empty.test")).isNoSuchName()).isTrue();
        assertThat(trouble(client.addresses("gone.test"))).hasMessage("3: Host not found");
        assertThat(trouble(client.addresses("gone.test")).isNoSuchName()).isTrue();
        assertThat(trouble(client.addresses("ill.test"))).hasMessage("2: Server failure");
        assertThat(trouble(client.addresses("ill.test")).isNoSuchName()).isFalse();
        assertThat(trouble(client.addresses("refused.test"))).hasMessage("5: Operation refused");
    }

    @Test
    void emptyInOneFamilyAndTroubleInTheOtherIsTrouble() {
        dns.fail("lamps.test", DnsResponseCode.SERVFAIL);
        dns.answer("lamps.test", DnsRecordType.A);

        assertThat(trouble(client.addresses("lamps.test")).isNoSuchName()).isFalse();
    }

    @Test
    void silenceEndsWithTheTimeout() {
        dns.silence("lamps.test");
        replace(client(OptionalLong.empty(), true, true, SHORT_MS));

        assertThat(trouble(client.addresses("lamps.test"))).hasMessage("110: Operation timed out");
    }

    @Test
    void aServiceIsItsPlacesWithTheAddressesOfTheirHosts() throws Exception {
        dns.answer(
                "_lamp._tcp.test",
                DnsRecordType.SRV,
                srv(5, 0, 1883, "b.test"),
                srv(1, 20, 1884, "a.test"),
                srv(1, 10, 1885, "nowhere.test"));
        dns.answer("a.test", DnsRecordType.A, a("10.0.0.1"), a("10.0.0.2"));
        dns.answer("b.test", DnsRecordType.AAAA, aaaa("2001:db8::1"));

        assertThat(get(client.services("_lamp._tcp.test")).found())
                .containsExactly(
                        new DnsService("b.test", 1883, 5, 0, List.of(ip("2001:db8::1"))),
                        new DnsService("a.test", 1884, 1, 20, List.of(ip("10.0.0.1"), ip("10.0.0.2"))));
    }

    @Test
    void aServiceBehindAnAliasAndCutIsFoundAsWell() throws Exception {
        dns.answer("_lamp._tcp.test", DnsRecordType.SRV, cname("_real._tcp.test"));
        dns.cut("_real._tcp.test", DnsRecordType.SRV, srv(0, 1, 1, "a.test"), srv(0, 2, 2, "a.test"));
        dns.answer("a.test", DnsRecordType.A, a("10.0.0.1"));

        assertThat(get(client.services("_lamp._tcp.test")).found())
                .extracting(DnsService::port)
                .containsExactly(1, 2);
    }

    @Test
    void aServiceWhoseHostsAreAllInTroubleIsInTrouble() {
        dns.answer("_lamp._tcp.test", DnsRecordType.SRV, srv(0, 1, 1, "ill.test"), srv(0, 1, 1, "empty.test"));
        dns.fail("ill.test", DnsResponseCode.SERVFAIL);

        assertThat(trouble(client.services("_lamp._tcp.test")).isNoSuchName()).isFalse();
        assertThat(trouble(client.services("_none._tcp.test")).isNoSuchName()).isTrue();
    }

    private void replace(DnsClient other) {
        client.close();
        client = other;
    }

    private List<String> addresses(String host) throws Exception {
        return get(client.addresses(host)).found().stream()
                .map(InetAddress::getHostAddress)
                .toList();
    }

    private static InetAddress ip(String text) throws Exception {
        return InetAddress.getByName(text);
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(LONG_MS, TimeUnit.MILLISECONDS);
    }

    private static DnsTrouble trouble(CompletableFuture<?> future) {
        return DnsClient.trouble(catchThrowable(future::join));
    }
}
