package io.lamplighter.simulator.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lamplighter.simulator.frame.LampFrame.Kind;
import io.lamplighter.simulator.frame.LampFrameCodec.Decoded;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LampFrameCodecTest {
    /** Never edited, only added to: lamps in the field do not change with us. */
    private static final String GOLDEN_STATUS =
            "00000017" + "4c46" + "01" + "01" + "0000002a" + "00000007" + "0102030405060708" + "6c6974";

    private static final LampFrame STATUS =
            new LampFrame(Kind.STATUS, 42, 7, 0x0102030405060708L, "lit".getBytes(StandardCharsets.US_ASCII));

    @Test
    void aStatusFrameHasTheGoldenBytes() {
        assertThat(hex(encoded(STATUS))).isEqualTo(GOLDEN_STATUS);
    }

    @Test
    void theGoldenBytesAreReadBack() {
        ByteBuf bytes = bytes(GOLDEN_STATUS);

        assertThat(LampFrameCodec.decode(bytes)).usingRecursiveComparison().isEqualTo(new Decoded.Whole(STATUS));
        assertThat(bytes.isReadable()).isFalse();
    }

    @Test
    void anAnswerNamesTheNodeAndRepeatsWhatWasSent() {
        LampFrame answer = STATUS.answer(Kind.ANSWER, NodeAnswer.of("a", STATUS.payload()));

        assertThat(hex(encoded(answer)))
                .isEqualTo("00000019" + "4c46" + "01" + "02" + "0000002a" + "00000007" + "0102030405060708" + "01"
                        + "61" + "6c6974");
        assertThat(NodeAnswer.nodeName(answer.payload())).contains("a");
        assertThat(NodeAnswer.echoes(answer.payload(), STATUS.payload())).isTrue();
        assertThat(NodeAnswer.echoes(answer.payload(), "lix".getBytes(StandardCharsets.US_ASCII)))
                .isFalse();
    }

    @Property
    void whatIsEncodedIsDecoded(
            @ForAll Kind kind,
            @ForAll int lamp,
            @ForAll int sequence,
            @ForAll long sentAtNs,
            @ForAll @Size(max = 300) byte[] payload) {
        LampFrame frame = new LampFrame(kind, lamp, sequence, sentAtNs, payload);

        assertThat(LampFrameCodec.decodeDatagram(encoded(frame)))
                .usingRecursiveComparison()
                .isEqualTo(new Decoded.Whole(frame));
    }

    @Property
    void noBytesMakeItThrow(@ForAll @Size(max = 64) byte[] rubbish) {
        assertThat(LampFrameCodec.decode(Unpooled.wrappedBuffer(rubbish))).isNotNull();
    }

    @Test
    void theBeginningOfAFrameIsIncompleteAndNotConsumed() {
        for (int length = 0; length < GOLDEN_STATUS.length() / 2; length++) {
            ByteBuf beginning = bytes(GOLDEN_STATUS).slice(0, length);

            assertThat(LampFrameCodec.decode(beginning)).isEqualTo(Decoded.INCOMPLETE);
            assertThat(beginning.readableBytes()).isEqualTo(length);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0000ffe0, 'its length says 65508 bytes, expected 24..65507'",
        "ffffffff, 'its length says 4294967299 bytes, expected 24..65507'",
        "00000013, 'its length says 23 bytes, expected 24..65507'",
        "000000175046010100000000000000000000000000000000, 'it begins with 5046, expected 4c46'",
        "000000174c46020100000000000000000000000000000000, 'its version is 2, expected 1'",
        "000000174c46010000000000000000000000000000000000, 'its kind is 0, expected 1..4'",
        "000000174c46010500000000000000000000000000000000, 'its kind is 5, expected 1..4'",
    })
    void bytesThatAreNoFrameAreRefusedWithAReason(String hex, String reason) {
        assertThat(LampFrameCodec.decode(bytes(hex))).isEqualTo(new Decoded.Refused(reason));
    }

    @Test
    void theLongestFrameFitsIntoADatagramAndALongerOneCannotBeMade() {
        byte[] longest = new byte[LampFrameCodec.MAX_PAYLOAD_BYTES];
        LampFrame frame = new LampFrame(Kind.STATUS, 1, 1, 1, longest);

        assertThat(LampFrameCodec.decodeDatagram(encoded(frame))).isInstanceOf(Decoded.Whole.class);
        assertThat(LampFrameCodec.sizeBytes(frame)).isEqualTo(65_507);
        assertThatThrownBy(() -> new LampFrame(Kind.STATUS, 1, 1, 1, new byte[longest.length + 1]))
                .hasMessage("a payload has at most 65483 bytes, found 65484");
    }

    @Test
    void aDatagramHoldsExactlyOneFrame() {
        assertThat(LampFrameCodec.decodeDatagram(bytes(GOLDEN_STATUS + "00")))
                .isEqualTo(new Decoded.Refused("1 bytes follow the frame in its datagram"));
        assertThat(LampFrameCodec.decodeDatagram(bytes(GOLDEN_STATUS).slice(0, 26)))
                .isEqualTo(new Decoded.Refused("the datagram of 26 bytes ends before its frame does"));
        assertThat(LampFrameCodec.decodeDatagram(Unpooled.EMPTY_BUFFER))
                .isEqualTo(new Decoded.Refused("the datagram of 0 bytes ends before its frame does"));
    }

    @Test
    void anAnswerWhoseNameIsCutHasNoName() {
        assertThat(NodeAnswer.nodeName(new byte[0])).isEmpty();
        assertThat(NodeAnswer.nodeName(new byte[] {5, 'a'})).isEmpty();
        assertThat(NodeAnswer.echoes(new byte[] {5, 'a'}, new byte[0])).isFalse();
    }

    private static ByteBuf encoded(LampFrame frame) {
        ByteBuf bytes = Unpooled.buffer();
        LampFrameCodec.encode(frame, bytes);
        return bytes;
    }

    private static ByteBuf bytes(String hex) {
        return Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex));
    }

    private static String hex(ByteBuf bytes) {
        return ByteBufUtil.hexDump(bytes);
    }
}
