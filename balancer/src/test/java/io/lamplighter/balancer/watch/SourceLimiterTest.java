package io.lamplighter.balancer.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.LoadReportsConfig.SourceLimit;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceLimiterTest {
    private static final SourceLimit TEN_A_SECOND = new SourceLimit(10, 1_000, 10);

    private final long seed = System.nanoTime();
    private final SplittableRandom random = new SplittableRandom(seed);
    private long nowNs = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(2); // a steady clock may run over

    @BeforeEach
    void tellTheSeed() {
        System.out.println("SourceLimiterTest seed " + seed);
    }

    @Test
    void aBurstPassesAndThenTheRate() {
        SourceLimiter limiter = limiter(TEN_A_SECOND);
        InetAddress source = address(1);

        assertThat(passed(limiter, source, 100)).isEqualTo(10);
        for (int second = 1; second <= 5; second++) {
            pass(1_000);
            assertThat(passed(limiter, source, 100)).isEqualTo(10);
        }
        pass(100);
        assertThat(passed(limiter, source, 100)).isEqualTo(1);
    }

    @Test
    void whoKeepsToTheRateIsNeverRefused() {
        SourceLimiter limiter = limiter(new SourceLimit(10, 1_000, 1));
        for (int i = 0; i < 1_000; i++) {
            assertThat(limiter.tryTake(address(1), nowNs)).isTrue();
            pass(100);
        }
    }

    @Test
    void aSilenceSavesNoMoreThanTheBurst() {
        SourceLimiter limiter = limiter(new SourceLimit(30, 60_000, 5));
        assertThat(passed(limiter, address(1), 100)).isEqualTo(5);
        pass(TimeUnit.DAYS.toMillis(100));

        assertThat(passed(limiter, address(1), 100)).isEqualTo(5);
    }

    /** Whoever shares one of its two buckets lives on the other. Without the second row one address in 4,096 would starve. */
    @Test
    void aFloodFromOneAddressShutsOutNobodyElse() {
        SourceLimiter limiter = limiter(TEN_A_SECOND);
        InetAddress flooder = address(0);
        passed(limiter, flooder, 100);

        int shutOut = 0;
        for (int agent = 1; agent <= 20_000; agent++) {
            shutOut += limiter.tryTake(address(agent), nowNs) ? 0 : 1;
            pass(1_000); // so that agents do not come into each other's way
            passed(limiter, flooder, 100);
        }

        // One in 17 million shares both. That one of 20,000 does has a probability of 0.1 %; two, of less than a
        // millionth.
        assertThat(shutOut).isLessThanOrEqualTo(1);
    }

    @Test
    void aMillionForgedAddressesLeaveRoomForTheAgentsAndTakeNoMemory() {
        SourceLimiter limiter = limiter(new SourceLimit(100, 1_000, 100));
        int passedAgents = 0;
        for (int i = 0; i < 1_000_000; i++) {
            limiter.tryTake(address(random.nextInt()), nowNs);
            if (i % 100_000 == 99_999) {
                passedAgents += limiter.tryTake(address(1), nowNs) ? 1 : 0;
                pass(1_000); // a flood of 100,000 a second
            }
        }
        assertThat(passedAgents).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void neighboursInTheAddressSpaceDoNotMeet(boolean isV6) throws UnknownHostException {
        SourceLimiter limiter = limiter(new SourceLimit(1, 60_000, 1));
        int passed = 0;
        for (int host = 0; host < 256; host++) {
            byte[] address = new byte[isV6 ? 16 : 4];
            address[0] = 10;
            address[address.length - 1] = (byte) host;
            passed += limiter.tryTake(InetAddress.getByAddress(address), nowNs) ? 1 : 0;
        }
        // Both buckets of 256 addresses taken by others: (256/4096)^2 of the last ones, less than one address in all.
        assertThat(passed).isGreaterThan(250);
    }

    private SourceLimiter limiter(SourceLimit limit) {
        return new SourceLimiter(limit, nowNs, random);
    }

    private int passed(SourceLimiter limiter, InetAddress source, int datagrams) {
        int passed = 0;
        for (int i = 0; i < datagrams; i++) {
            passed += limiter.tryTake(source, nowNs) ? 1 : 0;
        }
        return passed;
    }

    private void pass(long ms) {
        nowNs += TimeUnit.MILLISECONDS.toNanos(ms);
    }

    private static InetAddress address(int number) {
        byte[] octets = {(byte) (number >>> 24), (byte) (number >>> 16), (byte) (number >>> 8), (byte) number};
        try {
            return InetAddress.getByAddress(octets);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
