package io.lamplighter.balancer.keyval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lamplighter.balancer.keyval.KeyvalZone.Pair;
import io.lamplighter.balancer.variable.Octets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;

/** The file of {@code keyval_zone … state=}: an object of JSON with a member for each pair, <code>{"key": {"value": …, "until_ms": …}}</code>. */
final class KeyvalFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private KeyvalFile() {}

    /** What the file holds; nothing if there is none yet. */
    static Map<String, Pair> read(Path file) throws IOException {
        Map<String, Pair> pairs = new LinkedHashMap<>();
        if (!Files.exists(file)) {
            return pairs;
        }
        JsonNode tree = JSON.readTree(file.toFile());
        for (Map.Entry<String, JsonNode> member : tree.properties()) {
            JsonNode value = member.getValue().path("value");
            if (!value.isTextual()) {
                throw new IOException("\"" + member.getKey() + "\" has no value");
            }
            long untilMs = member.getValue().path("until_ms").asLong(Long.MAX_VALUE);
            pairs.put(Octets.of(member.getKey()), new Pair(Octets.of(value.textValue()), untilMs));
        }
        return pairs;
    }

    /** Writes all of it, and then puts it in the place of the old one. */
    static void write(Path file, Map<String, Pair> pairs) throws IOException {
        ObjectNode tree = JSON.createObjectNode();
        pairs.forEach((key, pair) -> {
            ObjectNode member = tree.putObject(Octets.text(key)).put("value", Octets.text(pair.octets()));
            if (pair.untilMs() != Long.MAX_VALUE) {
                member.put("until_ms", pair.untilMs());
            }
        });
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        JSON.writeValue(fresh.toFile(), tree);
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
