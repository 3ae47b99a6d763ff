package io.lamplighter.balancer.config;

import static io.lamplighter.balancer.config.ValueRule.MAX_TIME_MS;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The grammar as data: every directive with its place, arguments, default and meaning. The checks of {@link Grammar}, the
 * values that {@link Settings} fills in and {@code docs/configuration.md} all come from this table, so they cannot differ.
 */
enum Directive {
    WORKER_PROCESSES(
            simple("worker_processes", "number | auto").in(Context.MAIN).byDefault("1"),
            "Number of event loops; auto makes it the number of cores."),
    DAEMON(
            simple("daemon", "on | off").in(Context.MAIN).is(ValueRule.FLAG).byDefault("on"),
            "Whether the program detaches from its terminal."),
    PID(
            simple("pid", "file").in(Context.MAIN).byDefault("logs/lamplighter.pid"),
            "File that holds the process id while the balancer runs, relative to the prefix."),
    ERROR_LOG(
            simple("error_log", "file | stderr | syslog:parameters [level]")
                    .in(Context.MAIN, Context.STREAM, Context.SERVER)
                    .arguments(1, 2)
                    .repeats()
                    .byDefault("logs/error.log error"),
            "Where messages of the given level and above go, relative to the prefix; several are written side by side."),
    WORKER_SHUTDOWN_TIMEOUT(
            simple("worker_shutdown_timeout", "time")
                    .in(Context.MAIN)
                    .is(ValueRule.msec(0, MAX_TIME_MS))
                    .byDefault("0"),
            "Time after which sessions are ended that still go on after a graceful stop, or with a configuration that a reload"
                    + " replaced; 0 for no limit."),
    USER(
            simple("user", "user [group]").in(Context.MAIN).arguments(1, 2),
            "Accepted, with a warning, and without effect: the program stays the user that starts it, as `User=` of a systemd"
                    + " unit says."),
    MASTER_PROCESS(
            simple("master_process", "on | off").in(Context.MAIN).is(ValueRule.FLAG),
            "Accepted and without effect: there is one process, and it is both."),
    LOAD_MODULE(
            simple("load_module", "file").in(Context.MAIN).repeats(),
            "Accepted and without effect: what is known here needs no module, and directives of other modules are refused."),
    ENV(
            simple("env", "variable[=value]").in(Context.MAIN).repeats(),
            "Accepted and without effect: the environment stays what it is."),
    WORKING_DIRECTORY(
            simple("working_directory", "directory").in(Context.MAIN),
            "Accepted and without effect: a Java machine cannot change its directory."),
    WORKER_PRIORITY(
            simple("worker_priority", "number").in(Context.MAIN),
            "Accepted and without effect: `Nice=` of a systemd unit sets it."),
    WORKER_CPU_AFFINITY(
            simple("worker_cpu_affinity", "mask ... | auto [mask]")
                    .in(Context.MAIN)
                    .atLeast(1),
            "Accepted and without effect: `CPUAffinity=` of a systemd unit sets it for all event loops."),
    WORKER_RLIMIT_NOFILE(
            simple("worker_rlimit_nofile", "number").in(Context.MAIN).is(ValueRule.number(1)),
            "Accepted and without effect: `LimitNOFILE=` of a systemd unit or `ulimit -n` sets it; a warning says so if the limit"
                    + " is lower."),
    WORKER_RLIMIT_CORE(
            simple("worker_rlimit_core", "size").in(Context.MAIN),
            "Accepted and without effect: `LimitCORE=` of a systemd unit or `ulimit -c` sets it."),
    PCRE_JIT(
            simple("pcre_jit", "on | off").in(Context.MAIN).is(ValueRule.FLAG),
            "Accepted and without effect: regular expressions are Java's."),
    THREAD_POOL(
            simple("thread_pool", "name threads=number [max_queue=number]")
                    .in(Context.MAIN)
                    .arguments(2, 3)
                    .repeats(),
            "Accepted and without effect: no event loop waits for a disk."),
    TIMER_RESOLUTION(
            simple("timer_resolution", "time").in(Context.MAIN).is(ValueRule.msec(0, MAX_TIME_MS)),
            "Accepted and without effect: asking for the time costs no system call."),
    LOCK_FILE(
            simple("lock_file", "file").in(Context.MAIN),
            "Accepted and without effect: nothing is locked between processes."),
    DEBUG_POINTS(simple("debug_points", "abort | stop").in(Context.MAIN), "Accepted and without effect."),
    EVENTS(block("events", "").in(Context.MAIN).arguments(0, 0), "How sockets are driven."),
    STREAM(block("stream", "").in(Context.MAIN).arguments(0, 0), "What is proxied."),
    INCLUDE(
            simple("include", "file | mask").in(Context.values()).repeats(),
            "Reads the files in place of this line, in sorted order, relative to the directory of the configuration file."),

    USE(
            simple("use", "io_uring | epoll | nio").in(Context.EVENTS),
            "How event loops learn of ready sockets. Without it, the best that works here: io_uring, epoll, nio in this order,"
                    + " but epoll first where a `listen` says `udp`. It stays what it is until a restart."),
    WORKER_CONNECTIONS(
            simple("worker_connections", "number")
                    .in(Context.EVENTS)
                    .is(ValueRule.number(1))
                    .byDefault("512"),
            "Most connections, to clients and to servers together, that one event loop holds open."),
    MULTI_ACCEPT(
            simple("multi_accept", "on | off").in(Context.EVENTS).is(ValueRule.FLAG),
            "Accepted and without effect: several connections are accepted in a row in any case."),
    ACCEPT_MUTEX(
            simple("accept_mutex", "on | off").in(Context.EVENTS).is(ValueRule.FLAG),
            "Accepted and without effect: each event loop has a listening socket of its own."),
    ACCEPT_MUTEX_DELAY(
            simple("accept_mutex_delay", "time").in(Context.EVENTS).is(ValueRule.msec(0, MAX_TIME_MS)),
            "Accepted and without effect, as `accept_mutex` is."),
    WORKER_AIO_REQUESTS(
            simple("worker_aio_requests", "number").in(Context.EVENTS).is(ValueRule.number(1)),
            "Accepted and without effect: no file is served."),

    UPSTREAM(
            block("upstream", "name").in(Context.STREAM).arguments(1, 1).repeats(),
            "A group of servers that proxy_pass can name."),
    UPSTREAM_SERVER(
            simple("server", "address [parameters]")
                    .in(Context.UPSTREAM)
                    .atLeast(1)
                    .repeats(),
            "A server of the group, as host:port, IPv4:port or [IPv6]:port."),
    ZONE(
            simple("zone", "name [size]").in(Context.UPSTREAM).arguments(1, 2),
            "Makes a group whose servers the `api` may add, change and remove while it runs. Names of servers are"
                    + " followed only in groups that have it, as in nginx."),
    STATE(
            simple("state", "file").in(Context.UPSTREAM),
            "Keeps the servers of the group in a file of `server` lines, relative to the prefix, instead of in the group; one that is"
                    + " not there yet has none."),
    LEAST_CONN(
            simple("least_conn", "").in(Context.UPSTREAM).arguments(0, 0).repeats(),
            "Chooses the server with the fewest sessions in flight relative to its weight."),
    LEAST_TIME(
            simple("least_time", "connect | first_byte | last_byte [inflight]")
                    .in(Context.UPSTREAM)
                    .arguments(1, 2)
                    .repeats(),
            "Chooses the server with the least average time and sessions in flight relative to its weight."),
    HASH(
            simple("hash", "key [consistent [balance=factor]]")
                    .in(Context.UPSTREAM)
                    .arguments(1, 3)
                    .repeats(),
            "Chooses by a hash of the key, which may hold variables; consistent moves few keys when servers come or go, and balance"
                    + " bounds a server's sessions to so many times its fair share."),
    RANDOM(
            simple("random", "[two [least_conn | least_time=metric]]")
                    .in(Context.UPSTREAM)
                    .arguments(0, 2)
                    .repeats(),
            "Chooses by chance and weight; two draws twice and takes the server with fewer sessions in flight, or less time."),
    DYNAMIC_WEIGHT(
            simple("dynamic_weight", "[parameters]").in(Context.UPSTREAM).arguments(0, Integer.MAX_VALUE),
            "Weights follow the CPU and bandwidth that the servers' agents report as idle."),
    ADAPTIVE(
            simple("adaptive", "[threshold=rate] [balancers=number]")
                    .in(Context.UPSTREAM)
                    .arguments(0, 2)
                    .repeats(),
            "Chooses the server with the fewest sessions in flight relative to a capacity that is learnt from what its agent reports."),
    ARIMA(
            simple("arima", "[pick=rotate | pick=first | pick=lowest]")
                    .in(Context.UPSTREAM)
                    .arguments(0, 1)
                    .repeats(),
            "Chooses an idle server, else one whose forecast response time is below that of the group."),
    RESPONSE_TIME(
            simple("response_time", "").in(Context.UPSTREAM).arguments(0, 0).repeats(),
            "Chooses a server whose last two response times lead to one below the group's mean."),
    QUEUE(
            simple("queue", "number [timeout=time]")
                    .in(Context.UPSTREAM)
                    .is(ValueRule.number(1))
                    .arguments(1, 2),
            "Lets so many TCP sessions wait while no server can be had, instead of ending them at once."),

    RESOLVER(
            simple("resolver", "address ... [valid=time] [ipv4=on|off] [ipv6=on|off] [status_zone=zone]")
                    .in(Context.STREAM, Context.SERVER, Context.UPSTREAM)
                    .atLeast(1),
            "Name servers that are asked for names which appear while the balancer runs."),
    RESOLVER_TIMEOUT(
            simple("resolver_timeout", "time")
                    .in(Context.STREAM, Context.SERVER, Context.UPSTREAM)
                    .is(ValueRule.msec(1, MAX_TIME_MS))
                    .byDefault("30s"),
            "Longest wait for a name server's answer."),

    SERVER(
            block("server", "").in(Context.STREAM).arguments(0, 0).repeats(),
            "What is done with the clients of one or more listening addresses."),
    LISTEN(
            simple("listen", "address [parameters]")
                    .in(Context.SERVER)
                    .atLeast(1)
                    .repeats(),
            "Where clients connect to, or send datagrams to with udp."),
    STATUS_ZONE(
            simple("status_zone", "zone").in(Context.SERVER),
            "Accepted and without effect: figures are in the `api` in any case."),
    SERVER_NAME(
            simple("server_name", "name ...").in(Context.SERVER).atLeast(1).repeats(),
            "Names by which a client of an address that several servers share can ask for this one, over TLS."),
    SERVER_NAMES_HASH_MAX_SIZE(
            accepted("server_names_hash_max_size", "size"), "Accepted and without effect: tables grow as they must."),
    SERVER_NAMES_HASH_BUCKET_SIZE(
            accepted("server_names_hash_bucket_size", "size"),
            "Accepted and without effect: tables grow as they must."),
    PROXY_PROTOCOL_TIMEOUT(
            inherited("proxy_protocol_timeout", "time")
                    .is(ValueRule.msec(1, MAX_TIME_MS))
                    .byDefault("30s"),
            "Longest wait for the PROXY protocol header of a client."),
    SET_REAL_IP_FROM(
            inherited("set_real_ip_from", "address | network | host | unix:").repeats(),
            "Whose PROXY protocol header tells the client's real address, which takes the place of the connection's."),
    ALLOW(inherited("allow", "address | network | unix: | all").repeats(), "Clients that may come."),
    DENY(inherited("deny", "address | network | unix: | all").repeats(), "Clients that may not come."),
    LIMIT_CONN_ZONE(
            simple("limit_conn_zone", "key zone=name:size")
                    .in(Context.STREAM)
                    .arguments(2, 2)
                    .repeats(),
            "Names a table that counts sessions by a key, which may hold variables."),
    LIMIT_CONN(
            inherited("limit_conn", "zone number").arguments(2, 2).repeats(),
            "Most sessions at the same time with the same key."),
    LIMIT_CONN_DRY_RUN(
            inherited("limit_conn_dry_run", "on | off").is(ValueRule.FLAG).byDefault("off"),
            "Limits only tell what they would do."),
    LIMIT_CONN_LOG_LEVEL(
            inherited("limit_conn_log_level", "info | notice | warn | error")
                    .is(ValueRule.LEVEL)
                    .byDefault("error"),
            "How severe it is that a limit was reached."),
    SSL_PREREAD(
            inherited("ssl_preread", "on | off").is(ValueRule.FLAG).byDefault("off"),
            "Looks into the ClientHello of TLS, without ending TLS, before the session is proxied."),
    MQTT_PREREAD(
            inherited("mqtt_preread", "on | off").is(ValueRule.FLAG).byDefault("off"),
            "Looks into the CONNECT message of MQTT before the session is proxied."),
    PREREAD_BUFFER_SIZE(
            inherited("preread_buffer_size", "size").is(ValueRule.size(1)).byDefault("16k"),
            "Most bytes of a client that are looked at before the session is proxied."),
    PREREAD_TIMEOUT(
            inherited("preread_timeout", "time")
                    .is(ValueRule.msec(1, MAX_TIME_MS))
                    .byDefault("30s"),
            "Longest wait for what is looked for in a client's first bytes."),
    SSL_CERTIFICATE(
            inherited("ssl_certificate", "file").repeats(),
            "Certificate in PEM that clients are shown, followed by those that lead to its authority, relative to the directory of the"
                    + " configuration file. Several are chosen from by what a client knows; the name may hold variables."),
    SSL_CERTIFICATE_KEY(
            inherited("ssl_certificate_key", "file").repeats(),
            "The key of the certificate that was named at the same place among its like; it may be encrypted, and its name may hold"
                    + " variables."),
    SSL_CERTIFICATE_CACHE(
            inherited("ssl_certificate_cache", "off | max=number [inactive=time] [valid=time]")
                    .arguments(1, 3)
                    .byDefault("off"),
            "How many certificates and keys whose names hold variables are kept; without it they are read for each session. Encrypted"
                    + " keys are never kept."),
    SSL_PASSWORD_FILE(
            inherited("ssl_password_file", "file"),
            "Passwords of encrypted keys, one a line, tried in turn; it may be a pipe."),
    SSL_PROTOCOLS(
            inherited("ssl_protocols", "[SSLv2] [SSLv3] [TLSv1] [TLSv1.1] [TLSv1.2] [TLSv1.3]")
                    .atLeast(1)
                    .byDefault("TLSv1.2 TLSv1.3"),
            "Versions of the protocol. Those of SSL are no longer known here, and passed over with a warning."),
    SSL_CIPHERS(
            inherited("ssl_ciphers", "ciphers").byDefault("HIGH:!aNULL:!MD5"),
            "Cipher suites up to TLS 1.2, as a list of OpenSSL's. Suites with DHE, Camellia, ARIA or CCM are not known here."),
    SSL_PREFER_SERVER_CIPHERS(
            inherited("ssl_prefer_server_ciphers", "on | off")
                    .is(ValueRule.FLAG)
                    .byDefault("off"),
            "Whether the server's order of cipher suites counts and not the client's."),
    SSL_ECDH_CURVE(
            inherited("ssl_ecdh_curve", "curve").byDefault("auto"),
            "Groups for the exchange of keys, with colons between, the best first."),
    SSL_DHPARAM(
            inherited("ssl_dhparam", "file"),
            "Accepted, with a warning, and without effect: suites with DHE are not known here."),
    SSL_HANDSHAKE_TIMEOUT(
            inherited("ssl_handshake_timeout", "time")
                    .is(ValueRule.msec(1, MAX_TIME_MS))
                    .byDefault("60s"),
            "Longest time for a handshake with a client."),
    SSL_ALPN(
            inherited("ssl_alpn", "protocol ...").atLeast(1),
            "Application protocols, the best first. A client that offers only others is refused."),
    SSL_REJECT_HANDSHAKE(
            inherited("ssl_reject_handshake", "on | off").is(ValueRule.FLAG).byDefault("off"),
            "Refuses every handshake of this server, for clients that ask for no name or for one that is not there."),
    SSL_VERIFY_CLIENT(
            inherited("ssl_verify_client", "on | off | optional | optional_no_ca")
                    .byDefault("off"),
            "Whether clients need a certificate; what came of it is in `$ssl_client_verify`."),
    SSL_VERIFY_DEPTH(
            inherited("ssl_verify_depth", "number").is(ValueRule.number(0)).byDefault("1"),
            "Most certificates between a client's and its authority's."),
    SSL_CLIENT_CERTIFICATE(
            inherited("ssl_client_certificate", "file"),
            "Authorities of clients' certificates, of which clients are told."),
    SSL_TRUSTED_CERTIFICATE(
            inherited("ssl_trusted_certificate", "file"),
            "Further authorities, of which clients are not told; also those of OCSP answers."),
    SSL_CRL(
            inherited("ssl_crl", "file"),
            "Revocation lists in PEM; there must be one of each authority on the way from a client's certificate."),
    SSL_SESSION_CACHE(
            inherited("ssl_session_cache", "off | none | [builtin[:size]] [shared:name:size]")
                    .arguments(1, 2)
                    .byDefault("none"),
            "Whether sessions are remembered, so that clients can resume them. Servers that name the same shared cache open each"
                    + " other's tickets. In TLS 1.3, clients keep sealed tickets instead."),
    SSL_SESSION_TICKETS(
            inherited("ssl_session_tickets", "on | off").is(ValueRule.FLAG).byDefault("on"),
            "Whether clients may keep their sessions themselves, sealed. Without it and without a cache none is resumed."),
    SSL_SESSION_TICKET_KEY(
            inherited("ssl_session_ticket_key", "file").repeats(),
            "Keys that seal tickets, files of 48 or 80 random bytes; the first seals, all open. Without them keys are made, and changed"
                    + " each `ssl_session_timeout`."),
    SSL_SESSION_TIMEOUT(
            inherited("ssl_session_timeout", "time").is(ValueRule.seconds(1000)).byDefault("5m"),
            "Age at which a session cannot be resumed any more."),
    SSL_OCSP(
            inherited("ssl_ocsp", "on | off | leaf").byDefault("off"),
            "Whether an OCSP responder is asked about clients' certificates: about all of a path but its end, or about the first only."
                    + " Names of responders are looked up by the system."),
    SSL_OCSP_RESPONDER(
            inherited("ssl_ocsp_responder", "url"),
            "The responder that is asked, instead of those that certificates name."),
    SSL_OCSP_CACHE(
            inherited("ssl_ocsp_cache", "off | shared:name:size").byDefault("off"),
            "Keeps answers of responders for as long as they say."),
    SSL_STAPLING(
            inherited("ssl_stapling", "on | off").is(ValueRule.FLAG).byDefault("off"),
            "Whether clients that want it get, with a certificate, a responder's answer that it is good. The answer is asked for when a"
                    + " client first wants it."),
    SSL_STAPLING_FILE(
            inherited("ssl_stapling_file", "file"), "The answer to send, in DER, instead of asking a responder."),
    SSL_STAPLING_RESPONDER(
            inherited("ssl_stapling_responder", "url"),
            "The responder that is asked, instead of those that certificates name."),
    SSL_STAPLING_VERIFY(
            inherited("ssl_stapling_verify", "on | off").is(ValueRule.FLAG).byDefault("off"),
            "Whether answers must be signed by a certificate's issuer, or one whom it lets sign them."),
    SSL_CONF_COMMAND(
            inherited("ssl_conf_command", "name value").arguments(2, 2).repeats(),
            "Commands of OpenSSL's that override the directives above: `Options` (`ServerPreference` and `SessionTicket`, with `-` in front"
                    + " to switch off), `Certificate`, `PrivateKey`, `CipherString`, `Curves`, `Groups`, `Protocol`, `MinProtocol` and"
                    + " `MaxProtocol`. Others are refused."),
    SSL_CERTIFICATE_COMPRESSION(
            inherited("ssl_certificate_compression", "on | off")
                    .is(ValueRule.FLAG)
                    .byDefault("off"),
            "Accepted and without effect: certificates are sent as they are."),
    RETURN(
            simple("return", "text").in(Context.SERVER),
            "Sends a text, which may hold variables, and ends the session."),
    PASS(
            simple("pass", "address").in(Context.SERVER),
            "Passes connections on to another server of this file by its listening address, which may hold variables."),
    SET(
            simple("set", "$variable value").in(Context.SERVER).arguments(2, 2).repeats(),
            "Gives a variable a value, which may hold variables, before the session is proxied."),
    PROXY_PASS(
            simple("proxy_pass", "address").in(Context.SERVER),
            "Where sessions go: the name of an upstream, host:port or unix:path; with variables, found out for each session."),
    PROXY_CONNECT_TIMEOUT(
            inherited("proxy_connect_timeout", "time")
                    // Netty counts it in an int.
                    .is(ValueRule.msec(0, Integer.MAX_VALUE))
                    .byDefault("60s"),
            "Longest wait for a connection to a server."),
    PROXY_TIMEOUT(
            inherited("proxy_timeout", "time")
                    .is(ValueRule.msec(1, MAX_TIME_MS))
                    .byDefault("10m"),
            "Longest time without a byte in either direction, after which a session ends."),
    PROXY_HALF_CLOSE(
            inherited("proxy_half_close", "on | off").is(ValueRule.FLAG).byDefault("off"),
            "Lets each direction of a TCP session end by itself."),
    PROXY_NEXT_UPSTREAM(
            inherited("proxy_next_upstream", "on | off").is(ValueRule.FLAG).byDefault("on"),
            "Tries another server when one cannot be connected to."),
    PROXY_NEXT_UPSTREAM_TRIES(
            inherited("proxy_next_upstream_tries", "number")
                    .is(ValueRule.number(0))
                    .byDefault("0"),
            "Most servers tried for one session; 0 for all."),
    PROXY_NEXT_UPSTREAM_TIMEOUT(
            inherited("proxy_next_upstream_timeout", "time")
                    .is(ValueRule.msec(0, MAX_TIME_MS))
                    .byDefault("0"),
            "Time after which no further server is tried; 0 for no limit."),
    PROXY_SESSION_DROP(
            inherited("proxy_session_drop", "on | off").is(ValueRule.FLAG).byDefault("off"),
            "Ends a session with its next byte once its server has left the group or is marked as down."),
    MQTT(
            inherited("mqtt", "on | off").is(ValueRule.FLAG).byDefault("off"),
            "Changes the CONNECT message of MQTT on its way to a server."),
    MQTT_SET_CONNECT(
            inherited("mqtt_set_connect", "clientid | username | password value")
                    .arguments(2, 2)
                    .repeats(),
            "Gives a field of the CONNECT message a value, which may hold variables."),
    MQTT_BUFFERS(
            inherited("mqtt_buffers", "number size").arguments(2, 2).byDefault("100 1k"),
            "How long a CONNECT message may be that is changed: so many buffers of that size."),
    MQTT_REWRITE_BUFFER_SIZE(
            inherited("mqtt_rewrite_buffer_size", "size").is(ValueRule.size(1)),
            "An old name of `mqtt_buffers`; accepted and without effect."),
    PROXY_PROTOCOL(
            inherited("proxy_protocol", "on | v2 | off").byDefault("off"),
            "Whether a server first gets a PROXY protocol header, in version 1 or 2."),
    PROXY_UPLOAD_RATE(
            inherited("proxy_upload_rate", "rate").byDefault("0"),
            "Most bytes a second from a client of one session, which may hold variables; 0 for no limit."),
    PROXY_DOWNLOAD_RATE(
            inherited("proxy_download_rate", "rate").byDefault("0"),
            "Most bytes a second to a client of one session, which may hold variables; 0 for no limit."),
    PROXY_REQUESTS(
            inherited("proxy_requests", "number").is(ValueRule.number(0)).byDefault("0"),
            "Datagrams of a client after which its next one begins a new session; 0 for any number."),
    PROXY_RESPONSES(
            inherited("proxy_responses", "number").is(ValueRule.number(0)),
            "Datagrams expected from the server for each of the client's; after the last one the session ends. Without it,"
                    + " any number until proxy_timeout."),
    PROXY_BIND(
            inherited("proxy_bind", "address[:port] [transparent] | off").arguments(1, 2),
            "Local address of connections to servers, which may hold variables; off cancels an inherited one."
                    + " With transparent it need not be an address of this host."),
    PROXY_BUFFER_SIZE(
            inherited("proxy_buffer_size", "size").is(ValueRule.size(1)).byDefault("16k"),
            "Bound on the bytes kept for one direction of a session."),
    PROXY_DOWNSTREAM_BUFFER(
            inherited("proxy_downstream_buffer", "size").is(ValueRule.size(1)), "An old name of `proxy_buffer_size`."),
    PROXY_UPSTREAM_BUFFER(
            inherited("proxy_upstream_buffer", "size").is(ValueRule.size(1)), "An old name of `proxy_buffer_size`."),
    PROXY_SOCKET_RCVBUF(
            inherited("proxy_socket_rcvbuf", "size").is(ValueRule.size(0)).byDefault("0"),
            "Size of the receive buffer of sockets to servers; 0 for the system's."),
    PROXY_SOCKET_SNDBUF(
            inherited("proxy_socket_sndbuf", "size").is(ValueRule.size(0)).byDefault("0"),
            "Size of the send buffer of sockets to servers; 0 for the system's."),
    PROXY_SOCKET_KEEPALIVE(
            inherited("proxy_socket_keepalive", "on | off").is(ValueRule.FLAG).byDefault("off"),
            "Whether connections to servers send TCP keep-alive probes."),
    PROXY_SSL(
            inherited("proxy_ssl", "on | off").is(ValueRule.FLAG).byDefault("off"),
            "Whether TLS is spoken with servers. `proxy_connect_timeout` then includes the handshake."),
    PROXY_SSL_SESSION_REUSE(
            inherited("proxy_ssl_session_reuse", "on | off").is(ValueRule.FLAG).byDefault("on"),
            "Whether TLS sessions with servers are resumed."),
    PROXY_SSL_PROTOCOLS(
            inherited("proxy_ssl_protocols", "[SSLv2] [SSLv3] [TLSv1] [TLSv1.1] [TLSv1.2] [TLSv1.3]")
                    .atLeast(1)
                    .byDefault("TLSv1.2 TLSv1.3"),
            "Versions of TLS with servers, as in `ssl_protocols`."),
    PROXY_SSL_CIPHERS(
            inherited("proxy_ssl_ciphers", "ciphers").byDefault("DEFAULT"),
            "Cipher suites up to TLS 1.2 with servers, as in `ssl_ciphers`."),
    PROXY_SSL_NAME(
            inherited("proxy_ssl_name", "name"),
            "The server's name in its certificate and for SNI, which may hold variables; by default the host or group in"
                    + " `proxy_pass`."),
    PROXY_SSL_SERVER_NAME(
            inherited("proxy_ssl_server_name", "on | off").is(ValueRule.FLAG).byDefault("off"),
            "Whether a server is told the name that is expected of it, by SNI."),
    PROXY_SSL_ALPN(
            inherited("proxy_ssl_alpn", "protocol ...").atLeast(1),
            "Application protocols offered to servers, which may hold variables; those that come to nothing are left out."),
    PROXY_SSL_VERIFY(
            inherited("proxy_ssl_verify", "on | off").is(ValueRule.FLAG).byDefault("off"),
            "Whether a server's certificate must lead to an authority that is trusted, and name the server."),
    PROXY_SSL_VERIFY_DEPTH(
            inherited("proxy_ssl_verify_depth", "number")
                    .is(ValueRule.number(0))
                    .byDefault("1"),
            "Most certificates between a server's and its authority's."),
    PROXY_SSL_TRUSTED_CERTIFICATE(
            inherited("proxy_ssl_trusted_certificate", "file"), "Authorities of servers' certificates, in PEM."),
    PROXY_SSL_CRL(
            inherited("proxy_ssl_crl", "file"),
            "Revocation lists in PEM; there must be one of each authority on the way from a server's certificate."),
    PROXY_SSL_CERTIFICATE(
            inherited("proxy_ssl_certificate", "file"),
            "Certificate in PEM that servers are shown if they ask; its name may hold variables, and come to nothing for none."),
    PROXY_SSL_CERTIFICATE_KEY(
            inherited("proxy_ssl_certificate_key", "file"),
            "The key of that certificate; it may be encrypted, and its name may hold variables."),
    PROXY_SSL_CERTIFICATE_CACHE(
            inherited("proxy_ssl_certificate_cache", "off | max=number [inactive=time] [valid=time]")
                    .arguments(1, 3)
                    .byDefault("off"),
            "How many certificates and keys whose names hold variables are kept, as in `ssl_certificate_cache`."),
    PROXY_SSL_PASSWORD_FILE(
            inherited("proxy_ssl_password_file", "file"),
            "Passwords of encrypted keys, one a line, tried in turn; it may be a pipe."),
    PROXY_SSL_CONF_COMMAND(
            inherited("proxy_ssl_conf_command", "name value").arguments(2, 2).repeats(),
            "Commands of OpenSSL's that override the directives above, as in `ssl_conf_command`."),
    TCP_NODELAY(
            inherited("tcp_nodelay", "on | off").is(ValueRule.FLAG).byDefault("on"),
            "Whether small segments are sent at once."),
    LOG_FORMAT(
            simple("log_format", "name [escape=default|json|none] string ...")
                    .in(Context.STREAM)
                    .atLeast(2)
                    .repeats(),
            "Names a line of the access log, which may hold variables; the strings are joined without anything between."),
    ACCESS_LOG(
            inherited("access_log", "file | syslog:parameters format [parameters] | off")
                    .atLeast(1)
                    .repeats()
                    .byDefault("off"),
            "Where a line is written for each session that ended, relative to the prefix; the format must stand above it."),
    OPEN_LOG_FILE_CACHE(
            inherited("open_log_file_cache", "max=number [inactive=time] [min_uses=number] [valid=time] | off")
                    .arguments(1, 4)
                    .byDefault("off"),
            "How many access logs whose names hold variables stay open."),

    MAP(
            table("map", "string $variable").in(Context.STREAM).arguments(2, 2).repeats(),
            "Defines a variable whose value depends on a string that holds other variables."),
    MAP_HASH_MAX_SIZE(accepted("map_hash_max_size", "size"), "Accepted and without effect: tables grow as they must."),
    MAP_HASH_BUCKET_SIZE(
            accepted("map_hash_bucket_size", "size"), "Accepted and without effect: tables grow as they must."),
    GEO(
            table("geo", "[$address] $variable")
                    .in(Context.STREAM)
                    .arguments(1, 2)
                    .repeats(),
            "Defines a variable whose value depends on an IP address, by default the client's."),
    GEOIP2(
            table("geoip2", "file").in(Context.STREAM).arguments(1, 1).repeats(),
            "Defines variables whose values a database in MaxMind's format has for an IP address, by default the client's."),
    SPLIT_CLIENTS(
            table("split_clients", "string $variable")
                    .in(Context.STREAM)
                    .arguments(2, 2)
                    .repeats(),
            "Defines a variable whose values have shares of the clients; the same string always gets the same value."),
    KEYVAL_ZONE(
            simple("keyval_zone", "zone=name:size [state=file] [timeout=time] [type=string | type=ip | type=prefix]")
                    .in(Context.STREAM)
                    .arguments(1, 5)
                    .repeats(),
            "Names a table of keys and values that an administrator changes over the `api`."),
    KEYVAL(
            simple("keyval", "key $variable zone=name")
                    .in(Context.STREAM)
                    .arguments(3, 3)
                    .repeats(),
            "Defines a variable whose value a table has for a key, which may hold variables."),
    VARIABLES_HASH_MAX_SIZE(
            accepted("variables_hash_max_size", "size"), "Accepted and without effect: tables grow as they must."),
    VARIABLES_HASH_BUCKET_SIZE(
            accepted("variables_hash_bucket_size", "size"), "Accepted and without effect: tables grow as they must."),

    HEALTH_CHECK(
            simple("health_check", "[parameters]")
                    .in(Context.SERVER)
                    .arguments(0, Integer.MAX_VALUE)
                    .repeats(),
            "Asks the servers of the group that `proxy_pass` names, again and again, whether they can serve."),
    HEALTH_CHECK_TIMEOUT(
            inherited("health_check_timeout", "time")
                    .is(ValueRule.msec(1, MAX_TIME_MS))
                    .byDefault("5s"),
            "Longest time that one health check may take."),
    MATCH(
            block("match", "name").in(Context.STREAM).arguments(1, 1).repeats(),
            "What a health check says to a server, and what the server must answer."),
    SEND(simple("send", "string").in(Context.MATCH), "What is sent; `\\xHH` is a byte in hexadecimal."),
    EXPECT(
            simple("expect", "string | ~ expression | ~* expression")
                    .in(Context.MATCH)
                    .arguments(1, 2),
            "What must be somewhere in the answer: a string, `\\xHH` a byte in it, or a regular expression."),

    LOAD_REPORTS(
            block("load_reports", "").in(Context.STREAM).arguments(0, 0), "Receives what the servers' agents report."),
    REPORTS_LISTEN(simple("listen", "address:port").in(Context.LOAD_REPORTS), "UDP address at which reports arrive."),
    KEY_FILE(
            simple("key_file", "file").in(Context.LOAD_REPORTS),
            "File with the keys that sign reports, relative to the directory of the configuration file."),
    EXPIRE(
            simple("expire", "time")
                    .in(Context.LOAD_REPORTS)
                    .is(ValueRule.msec(1, MAX_TIME_MS))
                    .byDefault("5s"),
            "Silence after which a server falls back to its configured weight."),
    UNSIGNED(
            simple("unsigned", "on | off")
                    .in(Context.LOAD_REPORTS)
                    .is(ValueRule.FLAG)
                    .byDefault("off"),
            "Accepts reports that are not signed."),
    LIMIT_REPORTS(
            simple("limit_reports", "rate=rate [burst=number] | off")
                    .in(Context.LOAD_REPORTS)
                    .arguments(1, 2)
                    .byDefault("rate=100r/s burst=100"),
            "Most datagrams from one source address that are looked at; the others are counted and dropped."),

    API(block("api", "").in(Context.STREAM).arguments(0, 0), "Shows the state over HTTP."),
    API_LISTEN(simple("listen", "address:port").in(Context.API), "TCP address of the HTTP server."),
    WRITE(
            simple("write", "on | off").in(Context.API).is(ValueRule.FLAG).byDefault("off"),
            "Takes orders over HTTP as well: drain, down, up and the weight of a server, servers that are added, changed and removed, and"
                    + " the pairs of `keyval_zone`.");

    @SuppressWarnings("ImmutableEnumChecker") // Shape changes only while the constants are made
    private final Shape shape;

    private final String meaning;

    Directive(Shape shape, String meaning) {
        this.shape = shape;
        this.meaning = meaning;
    }

    /** The directive of that name in that context. */
    static Optional<Directive> find(String name, Context context) {
        return Arrays.stream(values())
                .filter(d -> d.word().equals(name) && d.contexts().contains(context))
                .findFirst();
    }

    /** Where a directive of that name can stand; empty when there is none at all. */
    static Set<Context> contextsOf(String name) {
        Set<Context> contexts = EnumSet.noneOf(Context.class);
        Arrays.stream(values()).filter(d -> d.word().equals(name)).forEach(d -> contexts.addAll(d.contexts()));
        return contexts;
    }

    /** Whether some directive of that name has a block. */
    static boolean isBlock(String name) {
        return Arrays.stream(values()).anyMatch(d -> d.hasBlock() && d.word().equals(name));
    }

    /** The name as written. */
    String word() {
        return shape.word;
    }

    Set<Context> contexts() {
        return shape.contexts;
    }

    int minArguments() {
        return shape.minArguments;
    }

    int maxArguments() {
        return shape.maxArguments;
    }

    /** Whether the directive may stand more than once in a block. */
    boolean isRepeatable() {
        return shape.isRepeatable;
    }

    /** What its first argument must look like. */
    ValueRule rule() {
        return shape.rule;
    }

    /** Whether it ends with a block and not with a semicolon. */
    boolean hasBlock() {
        return shape.end != End.SEMICOLON;
    }

    /** Whether the lines of its block are keys and values, not directives. */
    boolean isTable() {
        return shape.end == End.TABLE;
    }

    /** What its block is to the directives inside; empty for a directive without a block of directives. */
    Optional<Context> inside() {
        return shape.end == End.BLOCK ? Optional.of(Context.valueOf(name())) : Optional.empty();
    }

    /** Arguments that stand for leaving it out. */
    Optional<String> defaultArguments() {
        return Optional.ofNullable(shape.defaultArguments);
    }

    /** The whole directive as documented. */
    String syntax() {
        String head = shape.arguments.isEmpty() ? shape.word : shape.word + " " + shape.arguments;
        return hasBlock() ? head + " { ... }" : head + ";";
    }

    /** One sentence or two. */
    String meaning() {
        return meaning;
    }

    /** How a directive ends. */
    private enum End {
        SEMICOLON,
        /** A block of directives. */
        BLOCK,
        /** A block whose lines are keys and values. */
        TABLE
    }

    private static Shape simple(String word, String arguments) {
        return new Shape(word, arguments, End.SEMICOLON);
    }

    private static Shape block(String word, String arguments) {
        return new Shape(word, arguments, End.BLOCK);
    }

    private static Shape table(String word, String arguments) {
        return new Shape(word, arguments, End.TABLE);
    }

    /** A size of nginx's tables, which nothing here depends on. */
    private static Shape accepted(String word, String arguments) {
        return simple(word, arguments).in(Context.STREAM).is(ValueRule.number(1));
    }

    /** A directive of servers that also stands in {@code stream} for all of them. */
    private static Shape inherited(String word, String arguments) {
        return simple(word, arguments).in(Context.STREAM, Context.SERVER);
    }

    /** All but the meaning; filled in while the constants are made, then never changed. */
    private static final class Shape {
        private final String word;
        private final String arguments;
        private final End end;
        private final Set<Context> contexts = EnumSet.noneOf(Context.class);
        private int minArguments = 1;
        private int maxArguments = 1;
        private boolean isRepeatable;
        private ValueRule rule = ValueRule.TEXT;
        private @Nullable String defaultArguments;

        Shape(String word, String arguments, End end) {
            this.word = word;
            this.arguments = arguments;
            this.end = end;
        }

        Shape in(Context... where) {
            contexts.addAll(Arrays.asList(where));
            return this;
        }

        Shape arguments(int min, int max) {
            minArguments = min;
            maxArguments = max;
            return this;
        }

        Shape atLeast(int min) {
            return arguments(min, Integer.MAX_VALUE);
        }

        Shape repeats() {
            isRepeatable = true;
            return this;
        }

        Shape is(ValueRule valueRule) {
            rule = valueRule;
            return this;
        }

        Shape byDefault(String text) {
            defaultArguments = text;
            return this;
        }
    }
}
