package io.lamplighter.simulator.lamp;

import io.lamplighter.simulator.frame.LampFrameCodec;
import io.lamplighter.simulator.measure.Count;
import io.lamplighter.simulator.measure.Fault;
import io.lamplighter.simulator.measure.Phase;
import io.lamplighter.simulator.scenario.Protocol;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.mqtt.MqttConnAckMessage;
import io.netty.handler.codec.mqtt.MqttConnAckVariableHeader;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageIdVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPubReplyMessageVariableHeader;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttPublishVariableHeader;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttVersion;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * Reports by MQTT, in a clean session: a lamp publishes its frame to {@code lamps/ID/status}. With quality of service 1 an
 * exchange is over with the broker's PUBACK; with 0 there is no answer, and it is over when its bytes are with the kernel.
 */
final class MqttLink extends StreamLink {
    private static final int MAX_MESSAGE_BYTES = 1 << 17;
    private static final int MAX_IN_FLIGHT = 65_535;
    private static final int REASONS_OF_FAILURE = 0x80; // MQTT 5, 2.4: at and above

    private final String topic;
    private final long keepAliveNs;
    private int maxInFlight = MAX_IN_FLIGHT;
    private boolean isUp;
    private boolean awaitsPong;
    private long lastSentNs;
    private long loginNs;

    MqttLink(LampLoop loop, Lamp lamp) {
        super(loop, lamp);
        topic = topic(lamp.id());
        keepAliveNs = lamp.profile().group.keepAlive().toNanos();
    }

    /** Where a lamp publishes. */
    static String topic(int lampId) {
        return "lamps/" + lampId + "/status";
    }

    @Override
    void initialize(SocketChannel fresh) {
        fresh.pipeline().addLast(new MqttDecoder(MAX_MESSAGE_BYTES), MqttEncoder.INSTANCE, this);
    }

    @Override
    void connected(ChannelHandlerContext context) {
        loginNs = System.nanoTime();
        lastSentNs = loginNs;
        boolean is5 = lamp.profile().protocol == Protocol.MQTT5;
        context.writeAndFlush(MqttMessageBuilders.connect()
                .protocolVersion(is5 ? MqttVersion.MQTT_5 : MqttVersion.MQTT_3_1_1)
                .clientId("lamp-" + lamp.id())
                .cleanSession(true)
                // In whole seconds, and not 0, which is none; the lamp itself pings by the exact time.
                .keepAlive((int) Math.min(65_535, (keepAliveNs + 999_999_999) / 1_000_000_000))
                .build());
    }

    @Override
    boolean canSend() {
        return isUp && super.canSend() && lamp.exchanges().sent() < maxInFlight;
    }

    @Override
    void send(Lamp of, int sequence, long dueNs) {
        int qos = of.profile().group.qos();
        int payloadBytes = of.profile().payloadBytes(of.id(), sequence);
        ByteBuf frame = channel().alloc().ioBuffer(LampFrameCodec.HEADER_BYTES + payloadBytes);
        FrameAnswers.writeReport(of, sequence, dueNs, payloadBytes, frame);
        loop.measurements().count(Count.SENT_BYTES, frame.readableBytes());
        lastSentNs = System.nanoTime();
        MqttPublishMessage publish = new MqttPublishMessage(
                new MqttFixedHeader(MqttMessageType.PUBLISH, false, MqttQoS.valueOf(qos), false, 0),
                new MqttPublishVariableHeader(topic, packetId(sequence)),
                frame);
        if (qos > 0) {
            channel().write(publish, channel().voidPromise());
        } else {
            channel().write(publish).addListener(written -> {
                if (written.isSuccess()) {
                    long nowNs = System.nanoTime();
                    of.answered(sequence, nowNs, nowNs, null);
                }
            });
        }
    }

    /** Never 0, which is none. */
    private static int packetId(int sequence) {
        return 1 + Integer.remainderUnsigned(sequence, MAX_IN_FLIGHT);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (!(message instanceof MqttMessage read) || !read.decoderResult().isSuccess()) {
                badAnswer();
                return;
            }
            switch (read.fixedHeader().messageType()) {
                case CONNACK -> connackRead((MqttConnAckMessage) read);
                case PUBACK -> pubackRead(read);
                case PINGRESP -> awaitsPong = false;
                case DISCONNECT -> endsBecause(Fault.CLOSED);
                default -> badAnswer();
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void badAnswer() {
        endsBecause(Fault.BAD_ANSWER);
        close();
    }

    private void connackRead(MqttConnAckMessage connack) {
        MqttConnAckVariableHeader header = connack.variableHeader();
        if (isUp || header.connectReturnCode() != MqttConnectReturnCode.CONNECTION_ACCEPTED) {
            endsBecause(isUp ? Fault.BAD_ANSWER : Fault.REFUSED);
            close();
            return;
        }
        long nowNs = System.nanoTime();
        isUp = true;
        maxInFlight = receiveMaximum(header.properties());
        loop.measurements().count(Count.MQTT_SESSIONS);
        loop.measurements().time(Phase.LOGIN, nowNs - loginNs);
        lamp.linkUp(this, nowNs);
    }

    private static int receiveMaximum(MqttProperties properties) {
        MqttProperties.@Nullable MqttProperty<?> property = properties.getProperty(MqttProperties.RECEIVE_MAXIMUM);
        return property == null ? MAX_IN_FLIGHT : (Integer) property.value();
    }

    private void pubackRead(MqttMessage puback) {
        MqttMessageIdVariableHeader header = (MqttMessageIdVariableHeader) puback.variableHeader();
        int sequence = lamp.exchanges().sequenceOf(header.messageId() - 1);
        boolean isRefused = header instanceof MqttPubReplyMessageVariableHeader reply
                && (reply.reasonCode() & 0xFF) >= REASONS_OF_FAILURE;
        if (isRefused) {
            lamp.answeredBadly(sequence, Fault.REFUSED);
        } else {
            long nowNs = System.nanoTime();
            lamp.answered(sequence, nowNs, nowNs, null);
        }
        lamp.linkReady(); // there is room for another one in flight
    }

    @Override
    long wakeNs() {
        return keepAliveNs == 0 || !isUp ? WakeQueue.NEVER : lastSentNs + keepAliveNs;
    }

    @Override
    void wake(long nowNs) {
        if (nowNs - wakeNs() < 0 || !isUp) {
            return;
        }
        if (awaitsPong) { // a whole keep-alive without an answer to the last ping
            endsBecause(Fault.TIMED_OUT);
            close();
            return;
        }
        awaitsPong = true;
        lastSentNs = nowNs;
        channel().writeAndFlush(MqttMessage.PINGREQ, channel().voidPromise());
    }
}
