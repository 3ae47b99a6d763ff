package io.lamplighter.balancer.admission;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lamplighter.balancer.measure.ProxyHeader;
import io.lamplighter.balancer.variable.IpText;
import io.lamplighter.balancer.variable.Octets;
import io.lamplighter.balancer.variable.Tlv;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.haproxy.HAProxyCommand;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import io.netty.handler.codec.haproxy.HAProxyProtocolException;
import io.netty.handler.codec.haproxy.HAProxySSLTLV;
import io.netty.handler.codec.haproxy.HAProxyTLV;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the PROXY protocol header in front of a client's bytes, in either version, behind Netty's decoder of it. */
final class HeaderReader extends ChannelInboundHandlerAdapter {
    private final Admission admission;

    private HeaderReader(Admission admission) {
        this.admission = admission;
    }

    static void into(ChannelPipeline pipeline, Admission admission) {
        pipeline.addFirst(new FirstBytes(), new HAProxyMessageDecoder(), new HeaderReader(admission));
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        HAProxyMessage decoded = (HAProxyMessage) message;
        ProxyHeader header;
        try {
            header = header(decoded);
        } finally {
            decoded.release();
        }
        ctx.pipeline().remove(this); // what follows the header goes on
        ctx.channel().config().setAutoRead(false);
        admission.headerRead(header);
    }

    /**
     * Refuses bytes that cannot begin a header: the decoder would wait for the end of their line, and so would a client that waits
     * for its answer.
     */
    private static final class FirstBytes extends ChannelInboundHandlerAdapter {
        private static final List<ByteBuf> BEGINNINGS = Stream.of(
                        "PROXY TCP4 ", "PROXY TCP6 ", "PROXY UNKNOWN", "\r\n\r\n\0\r\nQUIT\n")
                .map(text -> Unpooled.copiedBuffer(text, US_ASCII).asReadOnly())
                .toList();

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            boolean isHeader = BEGINNINGS.stream().anyMatch(beginning -> isBeginning((ByteBuf) message, beginning));
            if (isHeader) {
                ctx.pipeline().remove(this);
                ctx.fireChannelRead(message);
            } else {
                ReferenceCountUtil.release(message);
                ctx.fireExceptionCaught(new HAProxyProtocolException("neither version begins like this"));
            }
        }

        private static boolean isBeginning(ByteBuf bytes, ByteBuf beginning) {
            int length = Math.min(bytes.readableBytes(), beginning.readableBytes());
            return ByteBufUtil.equals(bytes, bytes.readerIndex(), beginning, 0, length);
        }
    }

    /** The relay's handler must not take the end of a read for the end of waiting. */
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {}

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        admission.headerBroken(String.valueOf(cause.getMessage()));
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            admission.clientLeft();
        }
        ctx.fireUserEventTriggered(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        admission.clientLeft();
        ctx.fireChannelInactive();
    }

    private static @Nullable ProxyHeader header(HAProxyMessage message) {
        InetSocketAddress source = address(message.sourceAddress(), message.sourcePort());
        InetSocketAddress destination = address(message.destinationAddress(), message.destinationPort());
        if (message.command() == HAProxyCommand.LOCAL || source == null || destination == null) {
            return null;
        }
        Map<Tlv, String> values = new HashMap<>();
        addValues(values, message.tlvs(), false);
        return new ProxyHeader(source, destination, values);
    }

    /** Null for clients that are unknown or come over a unix socket. */
    private static @Nullable InetSocketAddress address(@Nullable String host, int port) {
        byte[] address = host == null ? null : IpText.parse(host);
        if (address == null) {
            return null;
        }
        try {
            return new InetSocketAddress(InetAddress.getByAddress(address), port);
        } catch (UnknownHostException e) {
            throw new AssertionError("4 or 16 bytes are an address", e);
        }
    }

    private static void addValues(Map<Tlv, String> values, List<HAProxyTLV> tlvs, boolean isOfTls) {
        for (HAProxyTLV tlv : tlvs) {
            int type = tlv.typeByteValue() & 0xFF;
            values.putIfAbsent(new Tlv(type, isOfTls), Octets.of(ByteBufUtil.getBytes(tlv.content())));
            if (tlv instanceof HAProxySSLTLV tls) {
                values.putIfAbsent(new Tlv(Tlv.VERIFY, true), Integer.toUnsignedString(tls.verify()));
                addValues(values, tls.encapsulatedTLVs(), true);
            }
        }
    }
}
