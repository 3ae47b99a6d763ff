package io.lamplighter.balancer.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What nginx has and this program has not on purpose, and what to do without it. */
final class Strangers {
    private static final String LAYER_4 = "Lamplighter is a layer 4 balancer and reads \"stream\" blocks only";
    private static final String NO_SCRIPTS =
            "there are no scripts here; \"map\", \"geo\", \"split_clients\" and \"set\" compute variables";
    private static final String OLD_GEOIP =
            "it reads a database format that is no longer published; \"geoip2\" reads the current one";

    private static final String NO_KEY_LOG = "the keys of sessions are never written to a file";

    private static final Map<String, String> BY_NAME = Map.of(
            "http",
            LAYER_4,
            "mail",
            LAYER_4,
            "rtmp",
            LAYER_4,
            "google_perftools_profiles",
            "profiles come from Java Flight Recorder",
            "ssl_ech_file",
            "encrypted ClientHellos are not known to the library",
            "ssl_early_data",
            "early data can be sent again by others; it is never accepted",
            "ssl_key_log",
            NO_KEY_LOG,
            "proxy_ssl_key_log",
            NO_KEY_LOG,
            "ssl_engine",
            "OpenSSL engines cannot be loaded; use a PKCS#11 provider outside, or key files",
            "debug_connection",
            "messages for debugging are for all clients or none, see \"error_log\"");

    private static final List<Map.Entry<String, String>> BY_BEGINNING = List.of(
            Map.entry("js_", NO_SCRIPTS),
            Map.entry("perl_", NO_SCRIPTS),
            Map.entry("geoip_", OLD_GEOIP),
            Map.entry("zone_sync", "balancers share nothing; give each the reports of every agent"));

    private Strangers() {}

    /** Why a directive of that name is not there; empty for names nobody knows. */
    static Optional<String> explain(String name) {
        String reason = BY_NAME.get(name);
        return reason != null
                ? Optional.of(reason)
                : BY_BEGINNING.stream()
                        .filter(entry -> name.startsWith(entry.getKey()))
                        .map(Map.Entry::getValue)
                        .findFirst();
    }
}
