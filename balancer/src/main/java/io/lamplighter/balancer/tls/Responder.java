package io.lamplighter.balancer.tls;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Asks an OCSP responder over HTTP, by GET as RFC 6960 appendix A.1 has it. Names are looked up by the system.
 *
 * <p>Threads: a few of its own that are only there while there is something to ask; no event loop waits.
 */
final class Responder {
    private static final int TIMEOUT_MS = 60_000;
    /** Far above any answer. Bytes. */
    private static final int LIMIT = 64 << 10;

    private static final int THREADS = 4;
    private static final int MOST_WAITING = 10_000;
    private static final Executor THREAD_POOL = pool();

    private Responder() {}

    private static Executor pool() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                THREADS, THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING), task -> {
                    Thread thread = new Thread(task, "ocsp");
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * An answer, not looked at yet.
     *
     * @param url of the responder
     */
    static CompletableFuture<byte[]> ask(String url, byte[] request) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return get(url, request);
                    } catch (IOException e) {
                        throw new CompletionException(e);
                    }
                },
                THREAD_POOL);
    }

    private static byte[] get(String url, byte[] request) throws IOException {
        String encoded = URLEncoder.encode(Base64.getEncoder().encodeToString(request), StandardCharsets.US_ASCII);
        HttpURLConnection connection = (HttpURLConnection)
                uri(url + (url.endsWith("/") ? "" : "/") + encoded).toURL().openConnection();
        connection.setConnectTimeout(TIMEOUT_MS);
        connection.setReadTimeout(TIMEOUT_MS);
        connection.setInstanceFollowRedirects(false);
        connection.setRequestProperty("Connection", "close");
        try {
            if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
                throw new IOException("OCSP responder answered " + connection.getResponseCode());
            }
            try (InputStream in = connection.getInputStream()) {
                return in.readNBytes(LIMIT);
            }
        } finally {
            connection.disconnect();
        }
    }

    private static URI uri(String url) throws IOException {
        try {
            URI uri = new URI(url);
            if (!"http".equalsIgnoreCase(uri.getScheme())) {
                throw new MalformedURLException("only http is spoken with OCSP responders, not \"" + url + "\"");
            }
            return uri;
        } catch (URISyntaxException e) {
            throw new MalformedURLException("invalid URL of an OCSP responder \"" + url + "\"");
        }
    }
}
