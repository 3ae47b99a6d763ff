package io.lamplighter.balancer.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.lamplighter.balancer.node.AdminOrder;
import io.lamplighter.balancer.node.Availability;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The body of an order, {@code {"state": "up" | "drain" | "down" | null, "weight": number | null}}, understood or refused as a
 * whole. A member that is not there leaves things as they are; null gives them back to agent and configuration.
 */
sealed interface OrderChange {
    /** What is ordered, as a step from the orders before to those after. */
    record Change(UnaryOperator<AdminOrder> step) implements OrderChange {}

    /** Why nothing is ordered, for the client. */
    record Refused(String sentence) implements OrderChange {}

    /** The greatest weight of a {@code server} line. */
    int MAX_WEIGHT = 65_535;

    ObjectMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    static OrderChange read(byte[] body) {
        JsonNode tree;
        try {
            tree = JSON.readTree(body);
        } catch (JsonProcessingException e) {
            return new Refused("the body is not JSON: line " + e.getLocation().getLineNr() + ", column "
                    + e.getLocation().getColumnNr() + "; expected one object and nothing behind it");
        } catch (IOException e) {
            return new Refused("the body is not JSON: " + e.getMessage());
        }
        if (!tree.isObject()) {
            return new Refused("the body: found " + text(tree) + ", expected an object like {\"state\": \"drain\"}");
        }
        List<UnaryOperator<AdminOrder>> steps = new ArrayList<>();
        for (Map.Entry<String, JsonNode> member : tree.properties()) {
            OrderChange read = read(member.getKey(), member.getValue());
            if (!(read instanceof Change change)) {
                return read;
            }
            steps.add(change.step());
        }
        return new Change(order -> {
            AdminOrder after = order;
            for (UnaryOperator<AdminOrder> step : steps) {
                after = step.apply(after);
            }
            return after;
        });
    }

    private static OrderChange read(String name, JsonNode value) {
        return switch (name) {
            case "state" -> state(value);
            case "weight" -> weight(value);
            default ->
                new Refused("found the member " + text(JSON.getNodeFactory().textNode(name))
                        + ", expected \"state\" or \"weight\"");
        };
    }

    private static OrderChange state(JsonNode value) {
        Optional<Availability> state = Arrays.stream(Availability.values())
                .filter(each -> value.isTextual() && each.lowerName().equals(value.textValue()))
                .findFirst();
        if (state.isEmpty() && !value.isNull()) {
            String words = Arrays.stream(Availability.values())
                    .map(each -> "\"" + each.lowerName() + "\"")
                    .collect(Collectors.joining(", "));
            return new Refused("state: found " + text(value) + ", expected " + words + " or null");
        }
        return new Change(order -> new AdminOrder(state, order.weight()));
    }

    private static OrderChange weight(JsonNode value) {
        boolean isWeight = value.isIntegralNumber()
                && value.canConvertToInt()
                && value.intValue() >= 0
                && value.intValue() <= MAX_WEIGHT;
        if (!isWeight && !value.isNull()) {
            return new Refused(
                    "weight: found " + text(value) + ", expected a whole number from 0 to " + MAX_WEIGHT + ", or null");
        }
        OptionalInt weight = value.isNull() ? OptionalInt.empty() : OptionalInt.of(value.intValue());
        return new Change(order -> new AdminOrder(order.availability(), weight));
    }

    /** What was found, cut where it is long; nothing at all is called that. */
    static String text(JsonNode value) {
        String text = value.isMissingNode() ? "nothing" : value.toString();
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }
}
