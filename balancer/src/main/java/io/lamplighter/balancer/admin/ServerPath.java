package io.lamplighter.balancer.admin;

import io.lamplighter.balancer.config.UpstreamServer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * {@code /upstreams/{upstream}/servers} or {@code /upstreams/{upstream}/servers/{id}}, taken apart and decoded.
 *
 * @param upstream name of the upstream, upper or lower case
 * @param id of a server; empty for all
 */
record ServerPath(String upstream, Optional<String> id) {
    private static final Pattern FORM = Pattern.compile("/upstreams/([^/?]+)/servers(?:/([^/?]+))?/?(?:\\?.*)?");

    static boolean isFormOf(String target) {
        return FORM.matcher(target).matches();
    }

    /** Whether a target of the form means one server. */
    static boolean isOfOne(String target) {
        Matcher matcher = FORM.matcher(target);
        return matcher.matches() && matcher.group(2) != null;
    }

    /** Empty when the target is another path, or has an escape that is none. */
    static Optional<ServerPath> of(String target) {
        Matcher matcher = FORM.matcher(target);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ServerPath(
                    NodePath.decoded(matcher.group(1)),
                    Optional.ofNullable(matcher.group(2)).map(NodePath::decoded)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** What tells a server from the others: its address as written, with {@code #2} and so on where it stands several times. */
    static String id(List<UpstreamServer> servers, int index) {
        String name = servers.get(index).name();
        long before = servers.subList(0, index).stream()
                .filter(each -> each.name().equals(name))
                .count();
        return before == 0 ? name : name + "#" + (before + 1);
    }

    /** Where among the servers that of the path is; empty if it is not there, or the path means all. */
    OptionalInt indexIn(List<UpstreamServer> servers) {
        return IntStream.range(0, servers.size())
                .filter(index -> id.equals(Optional.of(id(servers, index))))
                .findFirst();
    }
}
