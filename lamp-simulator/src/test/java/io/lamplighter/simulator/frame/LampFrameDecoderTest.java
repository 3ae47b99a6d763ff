package io.lamplighter.simulator.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.simulator.frame.LampFrame.Kind;
import io.lamplighter.simulator.frame.LampFrameCodec.Decoded;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LampFrameDecoderTest {
    private final EmbeddedChannel channel = new EmbeddedChannel(new LampFrameDecoder());

    @AfterEach
    void nothingIsLeft() {
        assertThat(channel.finishAndReleaseAll()).isFalse();
    }

    @Test
    void framesThatArriveByteByByteComeOutWhole() {
        ByteBuf stream = stream(1, 2);
        while (stream.isReadable()) {
            channel.writeInbound(Unpooled.buffer(1).writeByte(stream.readByte()));
        }

        assertThat(sequence(channel.readInbound())).isEqualTo(1);
        assertThat(sequence(channel.readInbound())).isEqualTo(2);
    }

    @Test
    void framesThatArriveTogetherComeOutOneByOne() {
        channel.writeInbound(stream(1, 2, 3));

        assertThat(sequence(channel.readInbound())).isEqualTo(1);
        assertThat(sequence(channel.readInbound())).isEqualTo(2);
        assertThat(sequence(channel.readInbound())).isEqualTo(3);
    }

    @Test
    void afterRubbishNothingIsBelievedAnyMore() {
        channel.writeInbound(Unpooled.wrappedBuffer(stream(1), Unpooled.copyInt(0x7fffffff), stream(2)));
        channel.writeInbound(stream(3));

        assertThat(sequence(channel.readInbound())).isEqualTo(1);
        assertThat(channel.<Object>readInbound())
                .isEqualTo(new Decoded.Refused("its length says 2147483651 bytes, expected 24..65507"));
        assertThat(channel.<Object>readInbound()).isNull();
    }

    private static int sequence(Object message) {
        return ((LampFrame) message).sequence();
    }

    private static ByteBuf stream(int... sequences) {
        ByteBuf stream = Unpooled.buffer();
        for (int sequence : sequences) {
            LampFrameCodec.encode(new LampFrame(Kind.STATUS, 1, sequence, 0, new byte[] {1, 2, 3}), stream);
        }
        return stream;
    }
}
