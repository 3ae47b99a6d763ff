package io.lamplighter.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HaproxyCheckTest {
    private static final int TIME_LIMIT_MS = 30_000;

    private volatile String line = "up 73%\n";
    private HaproxyCheck check;

    @BeforeEach
    void start() throws IOException {
        check = new HaproxyCheck(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), () -> line);
        check.start();
    }

    @AfterEach
    void close() throws IOException {
        check.close();
    }

    @Test
    void eachConnectionGetsTheLineOfItsMomentAndThenTheEnd() throws IOException {
        assertThat(asked()).isEqualTo("up 73%\n");
        line = "drain\n";
        assertThat(asked()).isEqualTo("drain\n");
    }

    @Test
    void whatIsSentToItDoesNotDestroyTheAnswer() throws IOException {
        try (Socket socket = connected()) {
            socket.getOutputStream()
                    .write("some words of agent-send\n".repeat(1_000).getBytes(StandardCharsets.US_ASCII));

            assertThat(answerOf(socket)).isEqualTo("up 73%\n");
        }
    }

    @Test
    void clientsThatNeverEndHoldUpNobodyAndTheOldestIsDropped() throws IOException {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < HaproxyCheck.MAX_ENDING + 10; i++) {
                slow.add(connected());
                assertThat(answerOf(slow.get(i))).isEqualTo("up 73%\n");
            }

            assertThat(asked()).isEqualTo("up 73%\n");
            assertThatThrownBy(() -> writeUntilReset(slow.get(0))).isInstanceOf(IOException.class);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void clientsThatGoAwayAtOnceDoNoHarm() throws IOException {
        for (int i = 0; i < 200; i++) {
            Socket socket = connected();
            socket.setSoLinger(true, 0); // a reset instead of an end
            socket.close();
        }

        assertThat(asked()).isEqualTo("up 73%\n");
    }

    @Test
    void anAddressThatIsTakenIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = (InetSocketAddress) taken.getLocalSocketAddress();

            assertThatThrownBy(() -> new HaproxyCheck(address, () -> line))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("--haproxy-check: cannot listen on")
                    .hasMessageContaining(String.valueOf(taken.getLocalPort()));
        }
    }

    private static void writeUntilReset(Socket socket) throws IOException {
        byte[] some = new byte[1_000];
        while (!socket.isClosed()) {
            socket.getOutputStream().write(some);
        }
    }

    private String asked() throws IOException {
        try (Socket socket = connected()) {
            return answerOf(socket);
        }
    }

    private Socket connected() throws IOException {
        Socket socket = new Socket();
        socket.connect(check.address(), TIME_LIMIT_MS);
        socket.setSoTimeout(TIME_LIMIT_MS);
        return socket;
    }

    private static String answerOf(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
}
