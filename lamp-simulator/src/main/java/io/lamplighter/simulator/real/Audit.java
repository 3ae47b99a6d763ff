package io.lamplighter.simulator.real;

import io.lamplighter.simulator.frame.LampFrameCodec;
import io.lamplighter.simulator.frame.LampFrameCodec.Decoded;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttCallback;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;

/** Subscribes to the reports of all lamps at every broker and keeps which have arrived. */
final class Audit implements AutoCloseable {
    private static final String TOPICS = "lamps/+/status";
    private static final long TIMEOUT_MS = 10_000;
    private static final int RECEIVE_MAXIMUM = 65_535;

    private final List<MqttAsyncClient> clients = new ArrayList<>();
    private final Map<Integer, BitSet> seen = new HashMap<>();
    private long arrived;
    private long twice;
    private long strange;

    /** @throws IOException when a broker cannot be subscribed to; the message names it */
    Audit(List<InetSocketAddress> brokers) throws IOException {
        for (InetSocketAddress broker : brokers) {
            try {
                subscribe(broker);
            } catch (MqttException e) {
                close();
                throw new IOException(
                        "the audit cannot subscribe at " + RealLamp.uri(broker) + ": " + e.getMessage(), e);
            }
        }
    }

    private void subscribe(InetSocketAddress broker) throws MqttException {
        String name = "lampsim-audit-" + ProcessHandle.current().pid() + "-" + clients.size();
        MqttAsyncClient client = new MqttAsyncClient(RealLamp.uri(broker), name, new MemoryPersistence());
        clients.add(client);
        client.setCallback(new Ears());
        MqttConnectionOptions options = new MqttConnectionOptions();
        options.setCleanStart(true);
        options.setReceiveMaximum(RECEIVE_MAXIMUM);
        client.connect(options).waitForCompletion(TIMEOUT_MS);
        client.subscribe(TOPICS, 1).waitForCompletion(TIMEOUT_MS);
    }

    private synchronized void arrived(byte[] payload) {
        if (!(LampFrameCodec.decode(Unpooled.wrappedBuffer(payload)) instanceof Decoded.Whole whole)) {
            strange++;
            return;
        }
        BitSet ofLamp = seen.computeIfAbsent(whole.frame().lampId(), any -> new BitSet());
        int sequence = whole.frame().sequence() & Integer.MAX_VALUE;
        if (ofLamp.get(sequence)) {
            twice++;
        } else {
            ofLamp.set(sequence);
            arrived++;
        }
    }

    /** Different reports that have arrived. */
    synchronized long arrived() {
        return arrived;
    }

    /** Reports that arrived again, as quality of service 1 allows. */
    synchronized long twice() {
        return twice;
    }

    /** Messages under the lamps' topics that were no report. */
    synchronized long strange() {
        return strange;
    }

    /** How many of these reports of a lamp have not arrived. */
    synchronized int missing(int lampId, BitSet acknowledged) {
        BitSet missing = (BitSet) acknowledged.clone();
        missing.andNot(seen.getOrDefault(lampId, new BitSet()));
        return missing.cardinality();
    }

    @Override
    public void close() {
        for (MqttAsyncClient client : clients) {
            try {
                if (client.isConnected()) {
                    client.disconnect().waitForCompletion(TIMEOUT_MS);
                }
                client.close(true);
            } catch (MqttException e) {
                // it is gone, which is all that was wanted
            }
        }
    }

    private final class Ears implements MqttCallback {
        @Override
        public void messageArrived(String topic, MqttMessage message) {
            arrived(message.getPayload());
        }

        @Override
        public void disconnected(MqttDisconnectResponse response) {
            // then reports will be missing, and that is said
        }

        @Override
        public void mqttErrorOccurred(MqttException exception) {
            // the same
        }

        @Override
        public void deliveryComplete(IMqttToken token) {
            // it publishes nothing
        }

        @Override
        public void connectComplete(boolean isAgain, String serverUri) {
            // waited for where it was asked for
        }

        @Override
        public void authPacketArrived(int reasonCode, MqttProperties properties) {
            // nothing asks for it
        }
    }
}
