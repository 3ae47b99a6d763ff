package io.lamplighter.balancer.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The body of an order about a server, an object with nginx's names of the parameters, understood or refused as a whole. Whether a
 * value is one that the parameter can have is for the configuration's rules to say.
 */
sealed interface ServerOrder {
    /**
     * What is ordered.
     *
     * @param server the address; empty if it is not mentioned
     * @param parameters values by name, in the configuration's words; empty for what shall be as if nothing was said of it
     */
    record Parameters(Optional<String> server, Map<String, Optional<String>> parameters) implements ServerOrder {
        /** The parameters of a line after the order. */
        Map<String, String> appliedTo(Map<String, String> before) {
            Map<String, String> after = new LinkedHashMap<>(before);
            parameters.forEach(
                    (name, value) -> value.ifPresentOrElse(text -> after.put(name, text), () -> after.remove(name)));
            return after;
        }
    }

    /** Why nothing is ordered, for the client. */
    record Refused(String sentence) implements ServerOrder {}

    /** How a parameter is written in JSON. */
    enum Kind {
        NUMBER("a whole number"),
        TIME("a time such as \"10s\""),
        FLAG("true or false"),
        TEXT("a text that is not empty");

        private final String expected;

        Kind(String expected) {
            this.expected = expected;
        }

        private boolean fits(JsonNode value) {
            return switch (this) {
                case NUMBER -> value.isIntegralNumber();
                case TIME -> value.isIntegralNumber() || isText(value);
                case FLAG -> value.isBoolean();
                case TEXT -> isText(value);
            };
        }

        private static boolean isText(JsonNode value) {
            return value.isTextual() && !value.textValue().isEmpty();
        }
    }

    /** The address is said once; later it is what tells the server from others. */
    Map<String, Kind> FIXED = Map.of("server", Kind.TEXT, "service", Kind.TEXT);

    Map<String, Kind> CHANGEABLE = Map.of(
            "weight", Kind.NUMBER,
            "max_conns", Kind.NUMBER,
            "max_fails", Kind.NUMBER,
            "fail_timeout", Kind.TIME,
            "slow_start", Kind.TIME,
            "backup", Kind.FLAG,
            "drain", Kind.FLAG,
            "down", Kind.FLAG,
            "node", Kind.TEXT);

    /**
     * Understands a body.
     *
     * @param isAddition whether the order is about a new server
     */
    static ServerOrder read(byte[] body, boolean isAddition) {
        JsonNode tree;
        try {
            tree = OrderChange.JSON.readTree(body);
        } catch (JsonProcessingException e) {
            return new Refused("the body is not JSON: line " + e.getLocation().getLineNr() + ", column "
                    + e.getLocation().getColumnNr() + "; expected one object and nothing behind it");
        } catch (IOException e) {
            return new Refused("the body is not JSON: " + e.getMessage());
        }
        if (!tree.isObject() || tree.isEmpty()) {
            String example = isAddition ? "{\"server\": \"10.0.0.11:1883\"}" : "{\"weight\": 2}";
            return new Refused("the body: found " + OrderChange.text(tree) + ", expected an object like " + example);
        }
        Map<String, Optional<String>> parameters = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> member : tree.properties()) {
            Optional<String> complaint = complaint(member.getKey(), member.getValue(), isAddition);
            if (complaint.isPresent()) {
                return new Refused(complaint.get());
            }
            parameters.put(member.getKey(), word(member.getValue()));
        }
        Optional<String> server =
                Optional.ofNullable(parameters.remove("server")).flatMap(text -> text);
        return isAddition && server.isEmpty()
                ? new Refused("server: found nothing, expected an address such as \"10.0.0.11:1883\"")
                : new Parameters(server, parameters);
    }

    private static Optional<String> complaint(String name, JsonNode value, boolean isAddition) {
        Kind kind = CHANGEABLE.get(name);
        if (kind == null && isAddition) {
            kind = FIXED.get(name);
        }
        if (kind == null) {
            return Optional.of(
                    FIXED.containsKey(name)
                            ? name + ": found " + OrderChange.text(value)
                                    + ", expected nothing: it cannot be changed, only added with another server"
                            : "found the member \"" + name + "\", expected one of "
                                    + String.join(
                                            ", ",
                                            CHANGEABLE.keySet().stream()
                                                    .sorted()
                                                    .toList())
                                    + (isAddition ? ", server, service" : ""));
        }
        return value.isNull() || kind.fits(value)
                ? Optional.empty()
                : Optional.of(name + ": found " + OrderChange.text(value) + ", expected " + kind.expected + " or null");
    }

    /** Null and false say nothing, true the parameter alone. */
    private static Optional<String> word(JsonNode value) {
        if (value.isBoolean()) {
            return value.booleanValue() ? Optional.of("") : Optional.empty();
        }
        return value.isNull() ? Optional.empty() : Optional.of(value.asText());
    }
}
