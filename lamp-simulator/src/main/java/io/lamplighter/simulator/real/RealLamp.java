package io.lamplighter.simulator.real;

import io.lamplighter.simulator.frame.LampFrame;
import io.lamplighter.simulator.frame.LampFrame.Kind;
import io.lamplighter.simulator.frame.LampFrameCodec;
import io.lamplighter.simulator.frame.LampStatus;
import io.lamplighter.simulator.frame.LampTransport;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.net.InetSocketAddress;
import org.eclipse.paho.mqttv5.client.DisconnectedBufferOptions;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttActionListener;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttCallback;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;

/**
 * One Paho client. It keeps its session at the broker over reconnects, which it does by itself, and holds reports back while
 * it has no connection: with quality of service 1 none may be lost.
 */
final class RealLamp implements AutoCloseable {
    /** Real lamps are told from the others by their ids. */
    static final int FIRST_ID = 1_000_000_000;

    private static final int QOS = 1;
    private static final int MAX_RECONNECT_DELAY_MS = 2000;
    private static final int HELD_BACK = 10_000;
    private static final long SESSION_EXPIRY_S = 3600;
    private static final long CLOSE_TIMEOUT_MS = 1000;

    private final int id;
    private final int payloadBytes;
    private final RealLamps lamps;
    private final MqttAsyncClient client;
    private int sequence;

    RealLamp(int id, RealLampPlan plan, RealLamps lamps) throws MqttException {
        this.id = id;
        this.payloadBytes = plan.payloadBytes();
        this.lamps = lamps;
        client = new MqttAsyncClient(uri(plan.target()), "real-lamp-" + id, new MemoryPersistence());
        DisconnectedBufferOptions buffer = new DisconnectedBufferOptions();
        buffer.setBufferEnabled(true);
        buffer.setBufferSize(HELD_BACK);
        client.setBufferOpts(buffer);
        client.setCallback(new Ears());
    }

    static String uri(InetSocketAddress address) {
        return "tcp://" + LampTransport.text(address);
    }

    void connect() throws MqttException {
        MqttConnectionOptions options = new MqttConnectionOptions();
        options.setCleanStart(false);
        options.setSessionExpiryInterval(SESSION_EXPIRY_S);
        options.setAutomaticReconnect(true);
        options.setMaxReconnectDelay(MAX_RECONNECT_DELAY_MS);
        long fromNs = System.nanoTime();
        client.connect(options, null, new MqttActionListener() {
            @Override
            public void onSuccess(IMqttToken token) {
                lamps.connected(System.nanoTime() - fromNs);
            }

            @Override
            public void onFailure(IMqttToken token, Throwable cause) {
                lamps.refused();
            }
        });
    }

    /** Publishes the next report. */
    void report(long dueNs) {
        int number = sequence++;
        lamps.due();
        try {
            long sentNs = System.nanoTime();
            client.publish("lamps/" + id + "/status", frame(number, dueNs), QOS, false, null, new MqttActionListener() {
                @Override
                public void onSuccess(IMqttToken token) {
                    lamps.acknowledged(id, number, dueNs, sentNs);
                }

                @Override
                public void onFailure(IMqttToken token, Throwable cause) {
                    lamps.notSent();
                }
            });
        } catch (MqttException e) {
            lamps.notSent(); // too much is held back already, or it never connected
        }
    }

    private byte[] frame(int number, long dueNs) {
        ByteBuf payload = Unpooled.buffer(payloadBytes);
        LampStatus.of(id, number).write(payload);
        payload.writeZero(payloadBytes - LampStatus.BYTES);
        ByteBuf frame = Unpooled.buffer();
        LampFrameCodec.encode(new LampFrame(Kind.STATUS, id, number, dueNs, ByteBufUtil.getBytes(payload)), frame);
        return ByteBufUtil.getBytes(frame);
    }

    @Override
    public void close() {
        try {
            if (client.isConnected()) {
                client.disconnect().waitForCompletion(CLOSE_TIMEOUT_MS);
            }
            client.close(true);
        } catch (MqttException e) {
            // it is gone, which is all that was wanted
        }
    }

    private final class Ears implements MqttCallback {
        @Override
        public void disconnected(MqttDisconnectResponse response) {
            lamps.disconnected();
        }

        @Override
        public void mqttErrorOccurred(MqttException exception) {
            // what matters comes as a disconnection or a failed action
        }

        @Override
        public void messageArrived(String topic, MqttMessage message) {
            // lamps subscribe to nothing
        }

        @Override
        public void deliveryComplete(IMqttToken token) {
            // the listener of the publication has more to say
        }

        @Override
        public void connectComplete(boolean isAgain, String serverUri) {
            // the listener of the first connection has more to say
        }

        @Override
        public void authPacketArrived(int reasonCode, MqttProperties properties) {
            // nothing asks for it
        }
    }
}
