package io.lamplighter.balancer;

import io.lamplighter.balancer.config.BalancerConfig;
import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.FollowedName;
import io.lamplighter.balancer.config.StreamConfig;
import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.config.UpstreamServer;
import io.lamplighter.balancer.watch.NameWatcher;
import io.lamplighter.balancer.watch.NameWatcher.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Puts the addresses that names have now into a configuration. */
final class FollowedNames {
    private FollowedNames() {}

    /** Every name that the configuration follows. */
    static List<FollowedName> in(BalancerConfig config) {
        return config.stream().upstreams().values().stream()
                .flatMap(upstream -> upstream.servers().stream())
                .flatMap(server -> server.follow().stream())
                .toList();
    }

    /** The configuration with a server for each address; itself if it follows no name. */
    static BalancerConfig filled(BalancerConfig config, NameWatcher watcher) {
        if (in(config).isEmpty()) {
            return config;
        }
        StreamConfig stream = config.stream();
        Map<String, UpstreamConfig> upstreams = new LinkedHashMap<>();
        stream.upstreams().forEach((name, upstream) -> upstreams.put(name, filled(upstream, watcher::known)));
        return config.with(stream.with(upstreams));
    }

    private static UpstreamConfig filled(UpstreamConfig upstream, Function<FollowedName, List<Place>> known) {
        List<UpstreamServer> servers = new ArrayList<>();
        for (UpstreamServer line : upstream.servers()) {
            if (line.follow().isEmpty()) {
                servers.add(line);
                continue;
            }
            for (Place place : known.apply(line.follow().get())) {
                if (!place.isBackup() || mayHaveBackups(upstream.method())) {
                    servers.add(
                            line.at(place.address(), place.name(), place.weight(), line.backup() || place.isBackup()));
                }
            }
        }
        return upstream.with(servers);
    }

    private static boolean mayHaveBackups(BalancingMethod method) {
        return !(method instanceof BalancingMethod.Hash
                || method instanceof BalancingMethod.Random
                || method instanceof BalancingMethod.RandomTwo);
    }
}
