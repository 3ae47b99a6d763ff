package io.lamplighter.simulator.mqtt;

import io.lamplighter.simulator.FreePort;
import io.moquette.broker.Server;
import io.moquette.broker.config.IConfig;
import io.moquette.broker.config.MemoryConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Properties;
import org.awaitility.Awaitility;

/** Moquette on a free port of the loopback address, without a file. */
final class EmbeddedBroker implements AutoCloseable {
    private final Server server = new Server();
    /** Not port 0: Moquette tells the port it got only some time after it has started. */
    private final InetSocketAddress address = FreePort.nextAddress();

    EmbeddedBroker(boolean allowsAnyone) throws IOException {
        Properties properties = new Properties();
        properties.setProperty(IConfig.HOST_PROPERTY_NAME, "127.0.0.1");
        properties.setProperty(IConfig.PORT_PROPERTY_NAME, String.valueOf(address.getPort()));
        properties.setProperty(IConfig.ALLOW_ANONYMOUS_PROPERTY_NAME, String.valueOf(allowsAnyone));
        properties.setProperty(IConfig.PERSISTENCE_ENABLED_PROPERTY_NAME, "false");
        properties.setProperty(IConfig.ENABLE_TELEMETRY_NAME, "false");
        server.startServer(new MemoryConfig(properties));
        Awaitility.await().until(() -> Mosquitto.accepts(address));
    }

    InetSocketAddress address() {
        return address;
    }

    @Override
    public void close() {
        server.stopServer();
    }
}
