package io.lamplighter.balancer.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages written out by hand, so that what is read and written is the standard's and not what this code thinks of it. */
class ConnectMessageTest {
    /** 3.1.1, clean session, keep alive 60, client "lamp". */
    private static final String PLAIN = "\u0010\u0010\0\4MQTT\4\u0002\0<\0\4lamp";

    /** 3.1.1 with a will to "w" of "gone", user "me", password "pw". */
    private static final String FULL = "\u0010\41\0\4MQTT\4\u00c6\0<\0\4lamp\0\1w\0\4gone\0\2me\0\2pw";

    /** 5, a property (session expiry 10 s), the will with a property (delay 5 s). */
    private static final String FIVE =
            "\u0010\51\0\4MQTT\5\u0086\0<\5\u0011\0\0\0\n\0\4lamp\5\u0018\0\0\0\5\0\1w\0\4gone\0\2me";

    /** 3.1. */
    private static final String OLD = "\u0010\u0012\0\6MQIsdp\3\u0002\0<\0\4lamp";

    @Test
    void textsAreFoundInEveryVersion() {
        assertThat(found(PLAIN).clientId()).isEqualTo("lamp");
        assertThat(found(PLAIN).username()).isNull();
        assertThat(found(OLD).clientId()).isEqualTo("lamp");
        assertThat(found(FULL).username()).isEqualTo("me");
        assertThat(found(FULL).password()).isEqualTo("pw");
        assertThat(found(FIVE).clientId()).isEqualTo("lamp");
        assertThat(found(FIVE).username()).isEqualTo("me");
        assertThat(found(FIVE).length()).isEqualTo(FIVE.length());
    }

    @ParameterizedTest
    @ValueSource(strings = {PLAIN, FULL, FIVE, OLD})
    void aMessageWhoseTextsStayIsWrittenAsItCame(String message) {
        assertThat(written(message, found(message))).isEqualTo(message);
    }

    @Test
    void otherTextsChangeLengthsAndFlagsAndNothingElse() {
        assertThat(written(PLAIN, found(PLAIN).withUsername("u").withPassword("p")))
                .isEqualTo("\u0010\u0016\0\4MQTT\4\u00c2\0<\0\4lamp\0\1u\0\1p");
        assertThat(written(FULL, found(FULL).withUsername("").withPassword("").withClientId("x")))
                .isEqualTo("\u0010\u0016\0\4MQTT\4\u0006\0<\0\1x\0\1w\0\4gone");
        assertThat(written(FIVE, found(FIVE).withPassword("\u00ff")))
                .isEqualTo("\u0010\54\0\4MQTT\5\u00c6\0<\5\u0011\0\0\0\n\0\4lamp\5\u0018\0\0\0\5\0\1w\0\4gone\0\2me"
                        + "\0\1\u00ff");
    }

    @Test
    void aLengthThatNeedsMoreBytesGetsThem() {
        String name = "n".repeat(300);
        String written = written(PLAIN, found(PLAIN).withClientId(name));
        assertThat(written).startsWith("\u0010\u00b8\u0002\0\4MQTT").endsWith(name);
        assertThat(found(written).clientId()).isEqualTo(name);
        assertThat(written(written, found(written).withClientId("lamp"))).isEqualTo(PLAIN);
    }

    @Test
    void whatFollowsTheMessageIsNotPartOfIt() {
        ByteBuf bytes = bytes(FULL + "\u00c0\0");
        assertThat(((ConnectMessage.Found) ConnectMessage.look(bytes)).message().length())
                .isEqualTo(FULL.length());
        assertThat(bytes.readerIndex()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {PLAIN, FULL, FIVE, OLD})
    void everyPartOfAMessageIsTooShort(String message) {
        for (int length = 0; length < message.length(); length++) {
            ConnectMessage.Look look = ConnectMessage.look(bytes(message.substring(0, length)));
            assertThat(look).as("of the first %d bytes", length).isInstanceOf(ConnectMessage.TooShort.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u0016\u0003\u0001",
                "GET / HTTP/1.0",
                "\u0010\u00ff\u00ff\u00ff\u00ff\u0001",
                "\u0010\u0002\0\4",
                "\u0010\u0010\0\4MQTX\4\u0002\0<\0\4lamp",
                "\u0010\u0010\0\4MQTT\4\u0002\0<\0\5lamp",
                "\u0010\u000c\0\4MQTT\4\u0082\0<\0\0"
            })
    void whatIsNoConnectIsSeenAtOnce(String message) {
        assertThat(ConnectMessage.look(bytes(message))).isInstanceOf(ConnectMessage.Unfit.class);
    }

    @Test
    void rubbishNeverThrows() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes = FIVE.getBytes(StandardCharsets.ISO_8859_1);
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            ByteBuf buffer = Unpooled.wrappedBuffer(bytes, 0, random.nextInt(bytes.length + 1));
            assertThat(ConnectMessage.look(buffer)).as("seed %d", seed).isNotNull();
        }
    }

    @Test
    void aTextOfMoreThan65535BytesCannotBeWritten() {
        assertThat(found(PLAIN).withUsername("u".repeat(65_535)).isWritable()).isTrue();
        assertThat(found(PLAIN).withUsername("u".repeat(65_536)).isWritable()).isFalse();
    }

    private static ConnectMessage found(String message) {
        return ((ConnectMessage.Found) ConnectMessage.look(bytes(message))).message();
    }

    private static String written(String original, ConnectMessage message) {
        ByteBuf written = message.write(UnpooledByteBufAllocator.DEFAULT, bytes(original));
        String octets = new String(ByteBufUtil.getBytes(written), StandardCharsets.ISO_8859_1);
        written.release();
        return octets;
    }

    private static ByteBuf bytes(String octets) {
        return Unpooled.wrappedBuffer(octets.getBytes(StandardCharsets.ISO_8859_1));
    }
}
