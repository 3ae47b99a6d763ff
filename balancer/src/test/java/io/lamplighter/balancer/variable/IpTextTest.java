package io.lamplighter.balancer.variable;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IpTextTest {
    @Property
    void whatJavaWritesIsRead(@ForAll @Size(4) byte[] ipv4, @ForAll @Size(16) byte[] ipv6) throws UnknownHostException {
        assertThat(IpText.parse(InetAddress.getByAddress(ipv4).getHostAddress()))
                .isEqualTo(ipv4);
        if (!IpText.isMapped(ipv6)) {
            assertThat(IpText.parse(InetAddress.getByAddress(ipv6).getHostAddress()))
                    .isEqualTo(ipv6);
        }
    }

    @Property
    void whatIsWrittenIsRead(@ForAll @Size(4) byte[] ipv4, @ForAll @Size(16) byte[] ipv6) {
        assertThat(IpText.parse(IpText.format(ipv4))).isEqualTo(ipv4);
        assertThat(IpText.parse(IpText.format(ipv6))).isEqualTo(ipv6);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "::",
                "::1",
                "1::",
                "1:2::7:8",
                "1:2:3:4:5:6:7:8",
                "1:0:3:4:5:6:7:8",
                "0:0:3::",
                "1::4:0:0:7:8",
                "fe80::1:0:0:1",
                "::ffff:10.0.0.1",
                "2001:db8::ff00:42:8329",
                "10.0.0.1",
                "255.255.255.255"
            })
    void theTextIsTheShortestOfRfc5952(String text) {
        assertThat(IpText.format(IpText.parse(text))).isEqualTo(text);
    }

    @Test
    void zerosMayBeLeftOut() {
        assertThat(IpText.parse("::")).isEqualTo(new byte[16]);
        assertThat(IpText.parse("::1")).endsWith(0, 1).hasSize(16);
        assertThat(IpText.parse("fd00::")).startsWith(0xfd, 0).hasSize(16);
        assertThat(IpText.parse("1:2::7:8")).containsExactly(0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 8);
        assertThat(IpText.parse("::ffff:10.0.0.1")).matches(IpText::isMapped).endsWith(10, 0, 0, 1);
        assertThat(IpText.parse("64:ff9b::1.2.3.4")).endsWith(1, 2, 3, 4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "1",
                "1.2.3",
                "1.2.3.4.5",
                "1.2.3.256",
                "1..2.3",
                "1.2.3.4 ",
                "01234.1.1.1",
                "a.b.c.d",
                "-1.0.0.0",
                ":",
                ":::",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1::2::3",
                "12345::",
                "g::",
                "::1%eth0",
                "[::1]",
                "1:2:3:4:5:6:7::8",
                "::1.2.3",
                "::1.2.3.4.5",
                "1.2.3.4::",
                "unix:",
                "127.0.0.1\n"
            })
    void everythingElseIsNoAddress(String text) {
        assertThat(IpText.parse(text)).isNull();
    }

    @Test
    void networksHaveAsManyBitsAsTheyMay() {
        assertThat(Cidr.parse("10.1.2.3/8")).isEqualTo(Cidr.parse("10.0.0.0/8"));
        assertThat(Cidr.parse("10.1.2.3/8").isExactly("10.1.2.3/8")).isFalse();
        assertThat(Cidr.parse("10.1.2.3").bits()).isEqualTo(32);
        assertThat(Cidr.parse("fd00::1/12")).isEqualTo(Cidr.parse("fd00::/12"));
        assertThat(Cidr.parse("0.0.0.0/0").contains(new byte[] {1, 2, 3, 4})).isTrue();
        assertThat(Cidr.parse("::/0").contains(new byte[] {1, 2, 3, 4})).isFalse();
        assertThat(Cidr.parse("10.0.0.0/9").contains(new byte[] {10, 127, 0, 0}))
                .isTrue();
        assertThat(Cidr.parse("10.0.0.0/9").contains(new byte[] {10, -128, 0, 0}))
                .isFalse();
        for (String text : new String[] {"10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/a", "::/129", "/8"}) {
            assertThat(Cidr.parse(text)).as(text).isNull();
        }
    }
}
