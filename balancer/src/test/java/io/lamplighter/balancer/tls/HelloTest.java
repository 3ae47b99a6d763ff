package io.lamplighter.balancer.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Random;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Test;

/** What is read of a ClientHello; the JDK writes them. */
class HelloTest {
    private static final int HEADERS = 5 + 4;

    private static ByteBuf hello(String... versions) throws GeneralSecurityException, SSLException {
        SSLEngine engine = SSLContext.getDefault().createSSLEngine();
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setServerNames(List.of(new SNIHostName("Lamp.test")));
        parameters.setApplicationProtocols(new String[] {"mqtt", "h2"});
        parameters.setProtocols(versions);
        parameters.setCipherSuites(new String[] {"TLS_AES_128_GCM_SHA256", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"});
        engine.setSSLParameters(parameters);
        ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), record);
        return Unpooled.wrappedBuffer(record.flip()).skipBytes(HEADERS);
    }

    @Test
    void whatTheClientOffersIsRead() throws Exception {
        Hello hello = Hello.parse(hello("TLSv1.3", "TLSv1.2"));
        assertThat(hello.serverName()).isEqualTo("Lamp.test");
        assertThat(hello.applicationProtocols()).containsExactly("mqtt", "h2");
        assertThat(hello.isTls13()).isTrue();
        assertThat(hello.knowsEcdsa()).isTrue();
        assertThat(OpenSslNames.suites(hello.suites())).isEqualTo("TLS_AES_128_GCM_SHA256:ECDHE-RSA-AES128-GCM-SHA256");
        assertThat(OpenSslNames.groups(hello.groups())).contains("X25519", "prime256v1");
        assertThat(OpenSslNames.signatures(hello.signatures())).contains("rsa_pss_rsae_sha256");
    }

    @Test
    void anOlderClientOffersNoTls13() throws Exception {
        assertThat(Hello.parse(hello("TLSv1.2")).isTls13()).isFalse();
    }

    @Test
    void numbersWithoutANameAreShownAsNumbers() {
        assertThat(OpenSslNames.suites(List.of(0x1301, 0x0A0A))).isEqualTo("TLS_AES_128_GCM_SHA256:0x0a0a");
    }

    @Test
    void aTornHelloOffersNothingAndBreaksNothing() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        ByteBuf whole = hello("TLSv1.3");
        assertThat(Hello.parse(null)).isEqualTo(Hello.EMPTY);
        assertThat(Hello.parse(whole.slice(whole.readerIndex(), 60))).isEqualTo(Hello.EMPTY);
        for (int i = 0; i < 10_000; i++) {
            ByteBuf torn = whole.copy();
            torn.setByte(random.nextInt(torn.readableBytes()), random.nextInt(256));
            assertThat(Hello.parse(torn)).isNotNull();
            torn.release();
        }
    }
}
