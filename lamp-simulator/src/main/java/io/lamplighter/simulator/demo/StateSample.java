package io.lamplighter.simulator.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the balancer's {@code /state} said at one moment, as far as the demo looks at it.
 *
 * @param atNs when, on the monotonic clock
 * @param nodes the nodes of all upstreams
 */
record StateSample(long atNs, List<NodeState> nodes) {
    private static final ObjectMapper JSON = new ObjectMapper();

    StateSample {
        nodes = List.copyOf(nodes);
    }

    /** @throws IOException when the text is not the state of a balancer; the message says what is missing */
    static StateSample parse(long atNs, String json) throws IOException {
        List<NodeState> nodes = new ArrayList<>();
        for (JsonNode upstream : JSON.readTree(json).required("upstreams")) {
            for (JsonNode node : upstream.required("nodes")) {
                nodes.add(new NodeState(
                        upstream.required("name").asText(),
                        port(node.required("address").asText()),
                        node.required("weight").required("value").asInt(),
                        node.required("weight").path("reason").asText(""),
                        node.required("sessions").asLong()));
            }
        }
        return new StateSample(atNs, nodes);
    }

    private static int port(String address) throws IOException {
        try {
            return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        } catch (NumberFormatException e) {
            throw new IOException("the balancer's state has a node with the address \"" + address + "\"", e);
        }
    }

    /**
     * One node of one upstream.
     *
     * @param upstream name of the upstream
     * @param port of the node's address: the demo's nodes differ by it
     * @param weight in use
     * @param weightReason where the weight comes from
     * @param sessions given to it so far
     */
    record NodeState(String upstream, int port, int weight, String weightReason, long sessions) {
        boolean isSameNodeAs(NodeState other) {
            return port == other.port && upstream.equals(other.upstream);
        }
    }
}
