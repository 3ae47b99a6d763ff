package io.lamplighter.simulator.cloud;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** A node of this process, from the options of {@code lampsim node}, for tests of other packages. */
public final class EmulatedNode implements AutoCloseable {
    private final CloudNode node;

    private EmulatedNode(CloudNode node) {
        this.node = node;
    }

    /** A node named {@code emulated} on any port, whose requests take a fifth of a millisecond. */
    public static EmulatedNode start(String... options) throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("--name=emulated", "--listen=127.0.0.1:0", "--service-time=200us", "--cores=4"));
        arguments.addAll(List.of(options));
        NodeCommand command = new NodeCommand();
        new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments.toArray(new String[0]));
        return new EmulatedNode(CloudNode.start(command.plan()));
    }

    public InetSocketAddress address() {
        return node.address();
    }

    @Override
    public void close() {
        node.close();
    }
}
