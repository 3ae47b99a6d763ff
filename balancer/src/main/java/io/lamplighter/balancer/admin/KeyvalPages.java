package io.lamplighter.balancer.admin;

import static io.netty.handler.codec.http.HttpResponseStatus.BAD_REQUEST;
import static io.netty.handler.codec.http.HttpResponseStatus.CONFLICT;
import static io.netty.handler.codec.http.HttpResponseStatus.CREATED;
import static io.netty.handler.codec.http.HttpResponseStatus.FORBIDDEN;
import static io.netty.handler.codec.http.HttpResponseStatus.INSUFFICIENT_STORAGE;
import static io.netty.handler.codec.http.HttpResponseStatus.NOT_FOUND;
import static io.netty.handler.codec.http.HttpResponseStatus.OK;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lamplighter.balancer.admin.Pages.Page;
import io.lamplighter.balancer.keyval.KeyvalZone;
import io.lamplighter.balancer.keyval.KeyvalZone.Pair;
import io.lamplighter.balancer.variable.Octets;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pairs of {@code keyval_zone}s: shown, added (POST), changed (PATCH; null takes one out) and deleted (DELETE), as in the API
 * of nginx's commercial edition. A change is made as a whole or not at all.
 *
 * <p>Threads: confined to the admin event loop.
 */
final class KeyvalPages {
    private static final Logger LOG = LoggerFactory.getLogger(KeyvalPages.class);

    static final Set<HttpMethod> CHANGES = Set.of(HttpMethod.POST, HttpMethod.PATCH, HttpMethod.DELETE);

    private static final Pattern FORM = Pattern.compile("/keyvals(?:/[^/?]+)?/?(?:\\?.*)?");

    private final AdminState state;

    KeyvalPages(AdminState state) {
        this.state = state;
    }

    static boolean isFormOf(String target) {
        return FORM.matcher(target).matches();
    }

    /** The zones, one zone, or one pair of it. */
    Page page(String target) {
        QueryStringDecoder query = new QueryStringDecoder(target);
        Optional<String> name = zoneName(query);
        if (name.isEmpty()) {
            ObjectNode all = OrderChange.JSON.createObjectNode();
            state.keyvals().zones().forEach((zone, pairs) -> all.set(zone, tree(pairs)));
            return json(OK, all);
        }
        Optional<KeyvalZone> zone = state.keyvals().zone(name.get());
        if (zone.isEmpty()) {
            return noZone();
        }
        List<String> keys = query.parameters().getOrDefault("key", List.of());
        return keys.isEmpty() ? json(OK, tree(zone.get())) : pair(zone.get(), keys.get(0));
    }

    private static Page pair(KeyvalZone zone, String key) {
        Pair pair = zone.pairs().get(Octets.of(key));
        return pair == null
                ? Page.text(NOT_FOUND, "no such key in this zone")
                : json(OK, OrderChange.JSON.createObjectNode().put(key, Octets.text(pair.octets())));
    }

    private static Optional<String> zoneName(QueryStringDecoder query) {
        String[] parts = query.path().split("/", -1);
        return parts.length > 2 && !parts[2].isEmpty() ? Optional.of(parts[2]) : Optional.empty();
    }

    private static Page noZone() {
        return Page.text(NOT_FOUND, "no zone of that name; /keyvals lists them");
    }

    private static ObjectNode tree(KeyvalZone zone) {
        ObjectNode tree = OrderChange.JSON.createObjectNode();
        zone.pairs().forEach((key, pair) -> tree.put(Octets.text(key), Octets.text(pair.octets())));
        return tree;
    }

    private static Page json(HttpResponseStatus status, JsonNode tree) {
        byte[] bytes = tree.toString().getBytes(StandardCharsets.UTF_8);
        return new Page(status, "application/json", Unpooled.wrappedBuffer(bytes));
    }

    /**
     * Changes a zone.
     *
     * @param client who does, for the log
     * @return the zone as it is then, or why nothing was changed
     */
    Page order(HttpMethod method, String target, byte[] body, String client) {
        if (!state.isWritable()) {
            return Page.text(
                    FORBIDDEN, "orders are not taken: the api block of the configuration has to say \"write on;\"");
        }
        Optional<KeyvalZone> zone = zoneName(new QueryStringDecoder(target)).flatMap(state.keyvals()::zone);
        if (zone.isEmpty()) {
            return noZone();
        }
        Page page = method.equals(HttpMethod.DELETE) ? cleared(zone.get()) : changed(method, zone.get(), body);
        if (page.status().code() < BAD_REQUEST.code()) {
            state.keyvals().save(zone.get());
            LOG.info("api: {} changed keyval zone {} ({})", client, zone.get().name(), method);
        }
        return page;
    }

    private static Page cleared(KeyvalZone zone) {
        zone.clear();
        return json(OK, tree(zone));
    }

    private static Page changed(HttpMethod method, KeyvalZone zone, byte[] body) {
        Map<String, @Nullable Pair> pairs;
        try {
            pairs = pairs(OrderChange.JSON.readTree(body), zone);
        } catch (JsonProcessingException e) {
            return Page.text(BAD_REQUEST, "the body is not JSON, expected an object like {\"key\": \"value\"}");
        } catch (IOException e) {
            return Page.text(BAD_REQUEST, String.valueOf(e.getMessage()));
        }
        boolean isAddition = method.equals(HttpMethod.POST);
        if (isAddition && pairs.containsValue(null)) {
            return Page.text(BAD_REQUEST, "found null, expected a value: only PATCH takes pairs out");
        }
        return switch (isAddition ? zone.add(pairs) : zone.change(pairs)) {
            case DONE -> json(isAddition ? CREATED : OK, tree(zone));
            case EXISTS -> Page.text(CONFLICT, "a key is there already; PATCH changes it");
            case MISSING -> Page.text(NOT_FOUND, "no such key in this zone; POST adds it");
            case FULL -> Page.text(INSUFFICIENT_STORAGE, "the zone is full: see its size in the configuration");
            case NO_ADDRESS -> Page.text(BAD_REQUEST, "a key of this zone is an IP address, perhaps with /bits");
        };
    }

    private static Map<String, @Nullable Pair> pairs(JsonNode body, KeyvalZone zone) throws IOException {
        if (!body.isObject() || body.isEmpty()) {
            throw new IOException("the body: expected an object like {\"key\": \"value\"}");
        }
        Map<String, @Nullable Pair> pairs = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> member : body.properties()) {
            pairs.put(Octets.of(member.getKey()), pair(member.getKey(), member.getValue(), zone));
        }
        return pairs;
    }

    /** A text, {@code {"value": text, "expire": ms}}, or null. */
    private static @Nullable Pair pair(String key, JsonNode node, KeyvalZone zone) throws IOException {
        if (node.isNull()) {
            return null;
        }
        JsonNode value = node.isObject() ? node.path("value") : node;
        JsonNode expire = node.path("expire");
        boolean isExpire = expire.isMissingNode() || (expire.isIntegralNumber() && expire.longValue() > 0);
        if (!value.isTextual() || !isExpire) {
            throw new IOException("\"" + key + "\": expected a text, or {\"value\": text, \"expire\": milliseconds}");
        }
        long untilMs = expire.isMissingNode() ? zone.defaultUntilMs() : zone.untilMs(expire.longValue());
        return new Pair(Octets.of(value.textValue()), untilMs);
    }
}
