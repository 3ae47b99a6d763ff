package io.lamplighter.balancer.watch;

import static io.lamplighter.balancer.names.TestDns.a;
import static io.lamplighter.balancer.names.TestDns.srv;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.lamplighter.balancer.config.FollowedName;
import io.lamplighter.balancer.config.ResolverConfig;
import io.lamplighter.balancer.names.TestDns;
import io.lamplighter.balancer.variable.Endpoints;
import io.lamplighter.balancer.watch.NameWatcher.Place;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponseCode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What is known of names while answers come, change and fail. Answers count for no time, so each name is asked for every second. */
class NameWatcherTest {
    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final AtomicInteger changes = new AtomicInteger();
    private final NameWatcher watcher = new NameWatcher(group.next(), changes::incrementAndGet);
    private final ListAppender<ILoggingEvent> said = new ListAppender<>();
    private TestDns dns;

    @BeforeEach
    void start() throws Exception {
        dns = new TestDns();
        said.start();
        ((Logger) LoggerFactory.getLogger(NameWatcher.class)).addAppender(said);
    }

    @AfterEach
    void stop() {
        ((Logger) LoggerFactory.getLogger(NameWatcher.class)).detachAppender(said);
        watcher.close();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        dns.close();
    }

    @Test
    void addressesComeAndGoWithTheAnswers() {
        FollowedName lamps = name("lamps.test", 1883);
        dns.answer("lamps.test", DnsRecordType.A, a("10.0.0.1"), a("10.0.0.2"));
        follow(lamps);
        awaitKnown(lamps, "10.0.0.1:1883", "10.0.0.2:1883");

        dns.answer("lamps.test", DnsRecordType.A, a("10.0.0.3"), a("10.0.0.2"));
        awaitKnown(lamps, "10.0.0.2:1883", "10.0.0.3:1883");
        assertThat(changes).hasValue(2);
        assertThat(watcher.known(lamps)).extracting(Place::name).containsOnly("lamps.test:1883");
    }

    @Test
    void anotherOrderOfTheSameAddressesIsNoNews() {
        FollowedName lamps = name("lamps.test", 1883);
        dns.answer("lamps.test", DnsRecordType.A, a("10.0.0.1"), a("10.0.0.2"), a("10.0.0.3"));
        follow(lamps);
        awaitKnown(lamps, "10.0.0.1:1883", "10.0.0.2:1883", "10.0.0.3:1883");

        dns.cut("lamps.test", DnsRecordType.A, a("10.0.0.3"), a("10.0.0.1"), a("10.0.0.2"));
        awaitAskedAgain("lamps.test", 2);

        awaitKnown(lamps, "10.0.0.1:1883", "10.0.0.2:1883", "10.0.0.3:1883");
        assertThat(changes).hasValue(1);
    }

    @Test
    void addressesStayWhileDnsIsInTroubleAndThatIsSaidOnce() {
        FollowedName lamps = name("lamps.test", 1883);
        dns.answer("lamps.test", DnsRecordType.A, a("10.0.0.1"));
        follow(lamps);
        awaitKnown(lamps, "10.0.0.1:1883");

        dns.fail("lamps.test", DnsResponseCode.SERVFAIL);
        awaitAskedAgain("lamps.test", 2);
        dns.silence("lamps.test");
        awaitAskedAgain("lamps.test", 2);
        awaitKnown(lamps, "10.0.0.1:1883");
        dns.answer("lamps.test", DnsRecordType.A, a("10.0.0.1"));
        await().until(() -> messages().contains("lamps.test is resolved again"));

        assertThat(changes).hasValue(1);
        assertThat(messages())
                .containsExactly(
                        "lamps.test could not be resolved (2: Server failure)",
                        "lamps.test could not be resolved (110: Operation timed out)",
                        "lamps.test is resolved again");
    }

    @Test
    void anEmptyAnswerTakesTheAddressesAway() {
        FollowedName lamps = name("lamps.test", 1883);
        dns.answer("lamps.test", DnsRecordType.A, a("10.0.0.1"));
        follow(lamps);
        awaitKnown(lamps, "10.0.0.1:1883");

        dns.answer("lamps.test", DnsRecordType.A);
        awaitKnown(lamps);
    }

    @Test
    void theSameNameOnAnotherPortOrFromAnotherServerHasTheSameAddressesAtOnce() throws Exception {
        FollowedName lamps = name("lamps.test", 1883);
        dns.answer("lamps.test", DnsRecordType.A, a("10.0.0.1"));
        follow(lamps);
        awaitKnown(lamps, "10.0.0.1:1883");

        dns.silence("lamps.test");
        FollowedName moved = name("lamps.test", 8883);
        assertThat(texts(moved)).containsExactly("10.0.0.1:8883");
        assertThat(watcher.known(moved)).extracting(Place::name).containsExactly("lamps.test:8883");
        follow(moved);
        group.next().submit(() -> {}).get();
        assertThat(texts(moved)).containsExactly("10.0.0.1:8883");
        assertThat(texts(name("other.test", 1883))).isEmpty();
    }

    @Test
    void theLowestPriorityServesTheOthersAreInReserveAndWeightZeroSaysNothing() {
        FollowedName lamps = service("_lamp._tcp.test");
        dns.answer(
                "_lamp._tcp.test",
                DnsRecordType.SRV,
                srv(20, 9, 1, "spare.test"),
                srv(10, 5, 2, "a.test"),
                srv(10, 0, 3, "b.test"));
        dns.answer("a.test", DnsRecordType.A, a("10.0.0.1"));
        dns.answer("b.test", DnsRecordType.A, a("10.0.0.2"));
        dns.answer("spare.test", DnsRecordType.A, a("10.0.0.3"));
        follow(lamps);
        awaitKnown(lamps, "10.0.0.3:1", "10.0.0.1:2", "10.0.0.2:3");

        assertThat(watcher.known(lamps)).extracting(Place::isBackup).containsExactly(true, false, false);
        assertThat(watcher.known(lamps))
                .extracting(place -> place.weight().orElse(-1))
                .containsExactly(9, 5, -1);
        assertThat(watcher.known(lamps)).extracting(Place::name).containsExactly("spare.test", "a.test", "b.test");
    }

    @Test
    void aNameThatIsNotFollowedAnyMoreIsNotAskedFor() throws Exception {
        FollowedName lamps = name("lamps.test", 1883);
        dns.answer("lamps.test", DnsRecordType.A, a("10.0.0.1"));
        dns.answer("other.test", DnsRecordType.A, a("10.0.0.2"));
        follow(lamps, name("other.test", 1));
        awaitKnown(lamps, "10.0.0.1:1883");

        follow(name("other.test", 1));
        group.next().submit(() -> {}).get();
        int asked = dns.asked("lamps.test", DnsRecordType.A);
        awaitAskedAgain("other.test", 2);
        assertThat(dns.asked("lamps.test", DnsRecordType.A)).isEqualTo(asked);
        assertThat(watcher.known(lamps)).isEmpty();
    }

    private FollowedName name(String host, int port) {
        return new FollowedName(resolver(), host, port, Optional.empty());
    }

    private FollowedName service(String name) {
        return new FollowedName(resolver(), "test", 0, Optional.of(name));
    }

    private ResolverConfig resolver() {
        return new ResolverConfig(List.of(dns.address()), OptionalLong.of(0), true, true, 300);
    }

    private void follow(FollowedName... names) {
        watcher.follow(List.of(names));
    }

    private void awaitKnown(FollowedName name, String... addresses) {
        await().untilAsserted(() -> assertThat(texts(name)).containsExactly(addresses));
    }

    private void awaitAskedAgain(String host, int times) {
        int before = dns.asked(host, DnsRecordType.A);
        await().until(() -> dns.asked(host, DnsRecordType.A) >= before + times);
    }

    private List<String> texts(FollowedName name) {
        return watcher.known(name).stream()
                .map(place -> Endpoints.text(place.address()))
                .toList();
    }

    private List<String> messages() {
        return List.copyOf(said.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }
}
