package io.lamplighter.balancer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.tls.TestPki;
import io.lamplighter.balancer.tls.TestPki.Identity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What {@code stream} blocks as people have them do for their clients. The same text is given to us and, where it is installed, to
 * nginx, with the same clients and the same expectations.
 */
@Timeout(120)
class StreamLanguageIT {
    private static final int DEADLINE_MS = 20_000;

    @TempDir
    Path directory;

    private final Map<String, Integer> ports = new HashMap<>();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    private <T extends AutoCloseable> T open(T closeable) {
        opened.add(closeable);
        return closeable;
    }

    /** Serves {@code stream}, in which {@code @a} is a free port, the same for the same letter, and {@code @dir} the directory. */
    private void serve(Subject subject, String stream) throws IOException {
        String text = stream.replace("@dir", directory.toString());
        for (char name = 'a'; name <= 'z'; name++) {
            if (text.contains("@" + name)) {
                text = text.replace("@" + name, String.valueOf(port(String.valueOf(name))));
            }
        }
        open(subject.start(directory, text));
    }

    private int port(String name) throws IOException {
        if (!ports.containsKey(name)) {
            ports.put(name, FreePort.next());
        }
        return ports.get(name);
    }

    private Socket connect(String name, String from) throws IOException {
        Socket socket = open(new Socket("127.0.0.1", port(name), InetAddress.getByName(from), 0));
        socket.setSoTimeout(DEADLINE_MS);
        return socket;
    }

    /** What a client that sends {@code request} gets until the other side ends. */
    private String ask(String name, String from, String request) throws IOException {
        try (Socket socket = connect(name, from)) {
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            return all(socket.getInputStream());
        }
    }

    private String ask(String name) throws IOException {
        return ask(name, "127.0.0.1", "");
    }

    /** A connection that is refused may end by a reset. */
    private static String all(InputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            TestNode.copy(in, all);
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("reset");
        }
        return all.toString(ISO_8859_1);
    }

    private void awaitLog(String file, String... lines) {
        Awaitility.await()
                .atMost(Duration.ofMillis(DEADLINE_MS))
                .untilAsserted(() ->
                        assertThat(Files.readAllLines(directory.resolve(file))).containsExactly(lines));
    }

    @ParameterizedTest
    @EnumSource
    void textIsReturnedWithWhatIsKnownOfTheClient(Subject subject) throws IOException {
        serve(subject, "server { listen 127.0.0.1:@a; return '$protocol $remote_addr $server_addr:$server_port\n'; }");

        assertThat(ask("a", "127.0.0.9", "")).isEqualTo("TCP 127.0.0.9 127.0.0.1:" + port("a") + "\n");
    }

    @ParameterizedTest
    @EnumSource
    void whoMayComeIsDecidedByTheFirstRuleThatFits(Subject subject) throws IOException {
        serve(subject, """
                log_format of '$remote_addr $status'; access_log @dir/access.log of;
                server { listen 127.0.0.1:@a; deny 127.0.0.2; allow 127.0.0.0/28; deny all; return in; }
                """);

        assertThat(ask("a", "127.0.0.1", "")).isEqualTo("in");
        assertThat(ask("a", "127.0.0.2", "")).isEmpty();
        assertThat(ask("a", "127.0.0.15", "")).isEqualTo("in");
        assertThat(ask("a", "127.0.0.16", "")).isEmpty();
        awaitLog("access.log", "127.0.0.1 200", "127.0.0.2 403", "127.0.0.15 200", "127.0.0.16 403");
    }

    @ParameterizedTest
    @EnumSource
    void districtsAreFoundByAddressAndTheirNodesByMap(Subject subject) throws IOException {
        TestNode north = open(TestNode.naming("north"));
        TestNode south = open(TestNode.naming("south"));
        serve(subject, """
                geo $district { default none; 127.0.1.0/24 n; 127.0.2.0/24 s; 127.0.2.7 n; }
                map $district $group { n north; ~^S$ never; ~*^S$ south; default nobody; }
                upstream north { server %s; } upstream south { server %s; }
                upstream nobody { server 127.0.0.1:1 down; }
                server { listen 127.0.0.1:@a; proxy_pass $group; }
                """.formatted(north.hostPort(), south.hostPort()));

        assertThat(ask("a", "127.0.1.3", "")).isEqualTo("north");
        assertThat(ask("a", "127.0.2.3", "")).isEqualTo("south");
        assertThat(ask("a", "127.0.2.7", "")).isEqualTo("north");
        assertThat(ask("a", "127.0.3.3", "")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void thePartsOfATrialAreThoseOfNginx(Subject subject) throws IOException {
        serve(subject, """
                split_clients $remote_addr $part { 30%% red; 12.5%% green; * blue; }
                server { listen 127.0.0.1:@a; return $part; }
                """.replace("%%", "%"));

        StringBuilder parts = new StringBuilder();
        for (int i = 1; i <= 24; i++) {
            parts.append(ask("a", "127.0.0." + i, "").charAt(0));
        }

        assertThat(parts).hasToString("brrrrrbbbbbbbbbbrbbrgbbb");
    }

    @ParameterizedTest
    @EnumSource
    void aProxyHeaderTellsWhoTheClientIs(Subject subject) throws IOException {
        serve(subject, """
                log_format of '$status $remote_addr $proxy_protocol_addr'; access_log @dir/access.log of;
                server { listen 127.0.0.1:@a proxy_protocol; set_real_ip_from 127.0.0.8/29;
                         return '$remote_addr:$remote_port $realip_remote_addr $proxy_protocol_addr $proxy_protocol_port'; }
                """);
        String header = "PROXY TCP4 192.0.2.7 198.51.100.1 4711 1883\r\n";

        assertThat(ask("a", "127.0.0.9", header)).isEqualTo("192.0.2.7:4711 127.0.0.9 192.0.2.7 4711");
        assertThat(ask("a", "127.0.0.1", header))
                .contains(" 127.0.0.1 192.0.2.7 4711")
                .startsWith("127.0.0.1:");
        assertThat(ask("a", "127.0.0.9", "GET / HTTP/1.1\r\n\r\n")).isEmpty();
        awaitLog("access.log", "200 192.0.2.7 192.0.2.7", "200 127.0.0.1 192.0.2.7", "400 127.0.0.9 -");
    }

    @ParameterizedTest
    @EnumSource
    void aNodeIsToldWhoTheClientIs(Subject subject) throws IOException {
        TestNode node = open(TestNode.echo());
        serve(subject, "server { listen 127.0.0.1:@a; proxy_pass " + node.hostPort() + "; proxy_protocol on; }");

        try (Socket client = connect("a", "127.0.0.5")) {
            client.getOutputStream().write("hello".getBytes(US_ASCII));
            String expected = "PROXY TCP4 127.0.0.5 127.0.0.1 " + client.getLocalPort() + " " + port("a") + "\r\nhello";
            assertThat(new String(client.getInputStream().readNBytes(expected.length()), US_ASCII))
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource
    void tlsIsSentWhereItsNameBelongsWithoutBeingOpened(Subject subject) throws Exception {
        TestNode broker = open(TestNode.echo());
        TestNode other = open(TestNode.naming("other"));
        serve(subject, """
                map $ssl_preread_server_name $node { hostnames; *.lamps.example %s; default %s; }
                log_format of '$ssl_preread_server_name|$ssl_preread_alpn_protocols|$ssl_preread_protocol';
                access_log @dir/access.log of;
                server { listen 127.0.0.1:@a; ssl_preread on; proxy_pass $node; }
                """.formatted(broker.hostPort(), other.hostPort()));
        byte[] hello = clientHello("north.lamps.example", "mqtt", "x-lamp");

        try (Socket client = connect("a", "127.0.0.1")) {
            client.getOutputStream().write(hello, 0, 40); // in two pieces
            client.getOutputStream().flush();
            client.getOutputStream().write(hello, 40, hello.length - 40);
            assertThat(client.getInputStream().readNBytes(hello.length)).isEqualTo(hello);
        }
        assertThat(ask("a", "127.0.0.1", new String(clientHello("example.org"), ISO_8859_1)))
                .isEqualTo("other");
        assertThat(ask("a", "127.0.0.1", "no TLS at all")).isEqualTo("other");
        awaitLog("access.log", "north.lamps.example|mqtt,x-lamp|TLSv1.3", "example.org||TLSv1.3", "-|-|-");
    }

    @ParameterizedTest
    @EnumSource
    void bothSidesOfTlsShowWhoTheyAre(Subject subject) throws Exception {
        Identity root = TestPki.elliptic("root").authority().selfSigned();
        root.write(directory, "root");
        TestPki.rsa("cloud").named("cloud.test").by(root).write(directory, "cloud");
        TestPki.rsa("gateway 7").by(root).write(directory, "gateway");
        serve(subject, """
                ssl_protocols TLSv1.2 TLSv1.3; proxy_ssl_protocols TLSv1.2 TLSv1.3;
                server { listen 127.0.0.1:@a; proxy_pass 127.0.0.1:@b;
                         proxy_ssl on; proxy_ssl_certificate @dir/gateway.crt; proxy_ssl_certificate_key @dir/gateway.key;
                         proxy_ssl_verify on; proxy_ssl_trusted_certificate @dir/root.crt;
                         proxy_ssl_name cloud.test; proxy_ssl_server_name on; }
                server { listen 127.0.0.1:@b ssl; ssl_certificate @dir/cloud.crt; ssl_certificate_key @dir/cloud.key;
                         ssl_verify_client on; ssl_client_certificate @dir/root.crt;
                         return '$ssl_client_verify $ssl_client_s_dn, $ssl_server_name, $ssl_protocol'; }
                server { listen 127.0.0.1:@c; proxy_pass 127.0.0.1:@b; }
                """);
        Identity stranger = TestPki.elliptic("stranger").selfSigned();

        assertThat(ask("a")).isEqualTo("SUCCESS CN=gateway 7, cloud.test, TLSv1.3");
        assertThat(overTls(root, TestPki.elliptic("lamp").by(root))).isEqualTo("SUCCESS CN=lamp, , TLSv1.3");
        assertThat(overTls(root, null)).isEmpty();
        assertThat(overTls(root, stranger)).isEmpty();
        assertThat(overTls(stranger, TestPki.elliptic("lamp").by(root))).isEmpty();
    }

    /** What a lamp that trusts {@code root} is told through a relay that does not look; empty if one side refuses the other. */
    private String overTls(Identity root, @Nullable Identity own) throws IOException {
        try {
            return new TlsPeer(root, own).read(new InetSocketAddress(InetAddress.getLoopbackAddress(), port("c")), "");
        } catch (SSLException | SocketException e) {
            return "";
        }
    }

    private static byte[] clientHello(String serverName, String... protocols) throws Exception {
        SSLEngine engine = SSLContext.getDefault().createSSLEngine(serverName, 443);
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setServerNames(List.of(new SNIHostName(serverName)));
        parameters.setApplicationProtocols(protocols);
        engine.setSSLParameters(parameters);
        ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), hello);
        byte[] bytes = new byte[hello.position()];
        hello.flip().get(bytes);
        return bytes;
    }

    @ParameterizedTest
    @EnumSource
    void noMoreSessionsOfOneClientAreOpenThanAllowed(Subject subject) throws IOException {
        TestNode node = open(TestNode.echo());
        serve(subject, """
                limit_conn_zone $binary_remote_addr zone=lamps:1m;
                log_format of '$status $limit_conn_status'; access_log @dir/access.log of;
                server { listen 127.0.0.1:@a; limit_conn lamps 1; proxy_pass %s; }
                """.formatted(node.hostPort()));

        Socket first = connect("a", "127.0.0.1");
        exchange(first);
        assertThat(ask("a")).isEmpty();
        exchange(connect("a", "127.0.0.2"));
        awaitLog("access.log", "503 REJECTED");
        first.close();
        awaitLog("access.log", "503 REJECTED", "200 PASSED");
        exchange(connect("a", "127.0.0.1"));
    }

    private static void exchange(Socket socket) throws IOException {
        socket.getOutputStream().write('x');
        assertThat(socket.getInputStream().read()).isEqualTo('x');
    }

    @ParameterizedTest
    @EnumSource
    void bytesMoveNoFasterThanTheRate(Subject subject) throws IOException {
        TestNode node = open(TestNode.naming("z".repeat(3_000)));
        serve(subject, "server { listen 127.0.0.1:@a; proxy_pass " + node.hostPort() + "; proxy_download_rate 1000; }");

        long startNs = System.nanoTime();
        assertThat(ask("a")).hasSize(3_000);

        // The first second's bytes pass at once, the last one's after two.
        assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isGreaterThan(Duration.ofMillis(1_900));
    }

    @ParameterizedTest
    @EnumSource
    void bothSidesMayBeUnixSockets(Subject subject) throws IOException {
        TestNode node = open(TestNode.echo());
        serve(subject, """
                server { listen unix:@dir/front; proxy_pass unix:@dir/back; }
                server { listen unix:@dir/back; proxy_pass %s; }
                """.formatted(node.hostPort()));

        try (SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            client.connect(UnixDomainSocketAddress.of(directory.resolve("front")));
            client.write(ByteBuffer.wrap("hello".getBytes(US_ASCII)));
            ByteBuffer answer = ByteBuffer.allocate(5);
            while (answer.hasRemaining() && client.read(answer) >= 0) {}
            assertThat(answer.array()).asString(US_ASCII).isEqualTo("hello");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDeadNodeIsPassedOverAndTheLogTellsOfBoth(Subject subject) throws IOException {
        TestNode alive = open(TestNode.naming("alive"));
        String dead = TestNode.refusing();
        serve(subject, """
                upstream u { server %s weight=9; server %s; }
                log_format of '$status $upstream_addr $upstream_bytes_received $bytes_sent';
                access_log @dir/access.log of;
                server { listen 127.0.0.1:@a; proxy_pass u; }
                """.formatted(dead, alive.hostPort()));

        assertThat(ask("a")).isEqualTo("alive");
        assertThat(ask("a")).isEqualTo("alive");

        awaitLog("access.log", "200 " + dead + ", " + alive.hostPort() + " 0, 5 5", "200 " + alive.hostPort() + " 5 5");
    }

    @ParameterizedTest
    @EnumSource
    void keysFindTheSameNodesAsWithNginx(Subject subject) throws IOException {
        serve(subject, """
                upstream u { hash $remote_addr; server 127.0.0.1:@d; server 127.0.0.1:@e; server 127.0.0.1:@f; }
                server { listen 127.0.0.1:@a; proxy_pass u; }
                server { listen 127.0.0.1:@d; return d; } server { listen 127.0.0.1:@e; return e; }
                server { listen 127.0.0.1:@f; return f; }
                """);

        StringBuilder found = new StringBuilder();
        for (int i = 1; i <= 16; i++) {
            found.append(ask("a", "127.0.0." + i, ""));
        }

        // (CRC-32 of the address >> 16 & 0x7fff) modulo 3
        StringBuilder expected = new StringBuilder();
        for (int i = 1; i <= 16; i++) {
            CRC32 crc = new CRC32();
            crc.update(("127.0.0." + i).getBytes(US_ASCII));
            expected.append("def".charAt((int) ((crc.getValue() >> 16 & 0x7fff) % 3)));
        }
        assertThat(found).hasToString(expected.toString());
    }

    @ParameterizedTest
    @EnumSource
    void linesAreEscapedFilteredCompressedAndNamedBySessions(Subject subject) throws IOException {
        serve(subject, """
                log_format json escape=json '{"said":"$said"}'; log_format plain '$said'; log_format raw escape=none '$said';
                map $server_port $said { default 'a "lamp"\\t'; }
                map $remote_addr $is_ours { 127.0.0.1 1; default 0; }
                access_log @dir/json.log json; access_log @dir/plain.log plain; access_log @dir/raw.log raw;
                access_log @dir/ours.log plain if=$is_ours; access_log @dir/of-$remote_addr.log json;
                access_log @dir/small.log.gz json gzip flush=100ms;
                server { listen 127.0.0.1:@a; return ok; }
                """);

        assertThat(ask("a", "127.0.0.1", "")).isEqualTo("ok");
        assertThat(ask("a", "127.0.0.3", "")).isEqualTo("ok");

        String json = "{\"said\":\"a \\\"lamp\\\"\\t\"}";
        String plain = "a \\x22lamp\\x22\\x09";
        awaitLog("json.log", json, json);
        awaitLog("plain.log", plain, plain);
        awaitLog("raw.log", "a \"lamp\"\t", "a \"lamp\"\t");
        awaitLog("ours.log", plain);
        awaitLog("of-127.0.0.3.log", json);
        Awaitility.await()
                .atMost(Duration.ofMillis(DEADLINE_MS))
                .ignoreExceptions()
                .untilAsserted(() -> {
                    try (InputStream in =
                            new GZIPInputStream(Files.newInputStream(directory.resolve("small.log.gz")))) {
                        assertThat(new String(in.readAllBytes(), US_ASCII)).isEqualTo(json + "\n" + json + "\n");
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void datagramsAreAnsweredFromTheAddressThatWasAsked(Subject subject) throws IOException {
        DatagramNode node = open(DatagramNode.echo(0));
        serve(subject, """
                log_format of '$protocol $status $bytes_received $bytes_sent'; access_log @dir/access.log of;
                server { listen 127.0.0.1:@a udp; proxy_responses 1; proxy_timeout 20s; proxy_pass %s; }
                """.formatted(node.hostPort()));

        try (DatagramSocket lamp = new DatagramSocket(0, InetAddress.getByName("127.0.0.4"))) {
            lamp.setSoTimeout(DEADLINE_MS);
            lamp.send(new DatagramPacket(
                    "dusk".getBytes(US_ASCII), 4, new InetSocketAddress(InetAddress.getLoopbackAddress(), port("a"))));
            DatagramPacket answer = new DatagramPacket(new byte[100], 100);
            lamp.receive(answer);
            assertThat(answer.getLength()).isEqualTo(4);
            assertThat(answer.getSocketAddress())
                    .isEqualTo(new InetSocketAddress(InetAddress.getLoopbackAddress(), port("a")));
        }
        awaitLog("access.log", "UDP 200 4 4");
    }

    @ParameterizedTest
    @EnumSource(names = "LAMPLIGHTER") // nginx has it since 1.25.5
    void serversOfOneAddressAreToldApartByName(Subject subject) throws Exception {
        serve(subject, """
                server { listen 127.0.0.1:@a; server_name lamps.example *.lamps.example; ssl_preread on; return lamps; }
                server { listen 127.0.0.1:@a; server_name ~^(?<city>\\w+)\\.example$; ssl_preread on; return $city; }
                server { listen 127.0.0.1:@a default_server; ssl_preread on; return nobody; }
                """);

        assertThat(ask("a", "127.0.0.1", new String(clientHello("n.lamps.example"), ISO_8859_1)))
                .isEqualTo("lamps");
        assertThat(ask("a", "127.0.0.1", new String(clientHello("graz.example"), ISO_8859_1)))
                .isEqualTo("graz");
        assertThat(ask("a", "127.0.0.1", new String(clientHello("graz.org"), ISO_8859_1)))
                .isEqualTo("nobody");
    }
}
