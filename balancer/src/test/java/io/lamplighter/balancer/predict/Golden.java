package io.lamplighter.balancer.predict;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** What R computes; the README beside the files says what is in them. */
final class Golden {
    private static final JsonNode SERIES = read("series.json");

    private Golden() {}

    static JsonNode read(String file) {
        try (InputStream in = Golden.class.getResourceAsStream(file)) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> seriesNames() {
        List<String> names = new ArrayList<>();
        SERIES.fieldNames().forEachRemaining(names::add);
        return names;
    }

    static double[] series(String name) {
        return array(SERIES.get(name));
    }

    /** The series a record is about. */
    static double[] series(JsonNode row) {
        return series(row.get("series").asText());
    }

    /** Not-a-number stands for what R could not compute. */
    static double[] array(JsonNode numbers) {
        double[] array = new double[numbers.size()];
        for (int i = 0; i < array.length; i++) {
            array[i] = numbers.get(i).isNull() ? Double.NaN : numbers.get(i).asDouble();
        }
        return array;
    }

    static Order order(JsonNode row) {
        boolean hasConstant = !row.get("constant").asText().equals("none");
        return new Order(
                row.get("p").asInt(), row.get("d").asInt(), row.get("q").asInt(), hasConstant);
    }

    static String name(JsonNode row) {
        return row.get("series").asText() + order(row);
    }

    static double number(JsonNode row, String field) {
        return row.get(field).isNull()
                ? Double.POSITIVE_INFINITY
                : row.get(field).asDouble();
    }
}
