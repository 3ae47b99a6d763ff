package io.lamplighter.balancer.names;

import io.lamplighter.balancer.config.ResolverConfig;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufHolder;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.AddressedEnvelope;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.dns.DefaultDnsQuestion;
import io.netty.handler.codec.dns.DefaultDnsRecordDecoder;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponse;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.handler.codec.dns.DnsSection;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsServerAddresses;
import io.netty.resolver.dns.NoopDnsCache;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * Asks name servers, and keeps nothing. For each name it asks for IPv4 and IPv6 addresses at the same time, as far as the
 * configuration wants both, and over TCP when an answer was cut. A failed future holds a {@link DnsTrouble}.
 *
 * <p>Threads: its event loop; futures complete there.
 */
public final class DnsClient implements AutoCloseable {
    /** Aliases that are followed one after the other; a chain that long is a circle. */
    private static final int MOST_ALIASES = 10;

    private static final int SERVICE_HEADER_BYTES = 6;

    /** Netty waits so long for one server before it asks the next; nginx asks again after five seconds. */
    private static final long MOST_WAIT_MS = 5_000;

    private final EventLoop loop;
    private final ResolverConfig config;
    private final DnsNameResolver resolver;

    /** @param datagrams opens sockets for {@code loop}, as {@code connections} does */
    public DnsClient(
            EventLoop loop,
            ChannelFactory<? extends DatagramChannel> datagrams,
            ChannelFactory<? extends SocketChannel> connections,
            ResolverConfig config) {
        this.loop = loop;
        this.config = config;
        DnsServerAddresses servers = DnsServerAddresses.rotational(config.servers());
        this.resolver = new DnsNameResolverBuilder(loop)
                .datagramChannelFactory(datagrams)
                .socketChannelFactory(connections)
                .nameServerProvider(host -> servers.stream())
                .queryTimeoutMillis(Math.max(1, Math.min(config.timeoutMs(), MOST_WAIT_MS)))
                .maxQueriesPerResolve(Math.max(2, config.servers().size()))
                .resolveCache(NoopDnsCache.INSTANCE)
                .optResourceEnabled(false)
                .recursionDesired(true)
                .build();
    }

    /** The addresses of a host, IPv4 before IPv6, at least one. */
    public CompletableFuture<DnsAnswer<InetAddress>> addresses(String host) {
        CompletableFuture<DnsAnswer<InetAddress>> ipv4 =
                config.ipv4() ? addresses(host, DnsRecordType.A, 0) : nothing();
        CompletableFuture<DnsAnswer<InetAddress>> ipv6 =
                config.ipv6() ? addresses(host, DnsRecordType.AAAA, 0) : nothing();
        return ipv4.handle(Outcome::new).thenCombine(ipv6.handle(Outcome::new), DnsClient::both);
    }

    private record Outcome(DnsAnswer<InetAddress> answer, Throwable trouble) {}

    private static CompletableFuture<DnsAnswer<InetAddress>> nothing() {
        return CompletableFuture.completedFuture(new DnsAnswer<>(List.of(), Long.MAX_VALUE));
    }

    /** One family's answer will do; without any, a trouble that may pass counts before the certainty that there is none. */
    private static DnsAnswer<InetAddress> both(Outcome ipv4, Outcome ipv6) {
        List<InetAddress> found = new ArrayList<>();
        long validMs = Long.MAX_VALUE;
        DnsTrouble trouble = DnsTrouble.noSuchName();
        for (Outcome outcome : List.of(ipv4, ipv6)) {
            if (outcome.trouble == null) {
                found.addAll(outcome.answer.found());
                validMs = Math.min(validMs, outcome.answer.validMs());
            } else if (!trouble(outcome.trouble).isNoSuchName()) {
                trouble = trouble(outcome.trouble);
            }
        }
        if (found.isEmpty()) {
            throw new CompletionException(trouble);
        }
        return new DnsAnswer<>(found, validMs);
    }

    /** The trouble in a future's failure. */
    public static DnsTrouble trouble(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof DnsTrouble trouble ? trouble : DnsTrouble.timedOut();
    }

    private CompletableFuture<DnsAnswer<InetAddress>> addresses(String host, DnsRecordType type, int aliases) {
        return query(host, type).thenCompose(response -> {
            try {
                return read(response, type, aliases);
            } finally {
                response.release();
            }
        });
    }

    private CompletableFuture<DnsAnswer<InetAddress>> read(DnsResponse response, DnsRecordType type, int aliases) {
        List<InetAddress> found = new ArrayList<>();
        long ttlSeconds = Long.MAX_VALUE;
        String alias = null;
        for (int i = 0; i < response.count(DnsSection.ANSWER); i++) {
            DnsRecord record = response.recordAt(DnsSection.ANSWER, i);
            if (record.type().equals(type)) {
                found.add(address(((ByteBufHolder) record).content()));
                ttlSeconds = Math.min(ttlSeconds, record.timeToLive());
            } else if (record.type().equals(DnsRecordType.CNAME)) {
                alias = name(((ByteBufHolder) record).content());
                ttlSeconds = Math.min(ttlSeconds, record.timeToLive());
            }
        }
        if (!found.isEmpty()) {
            return CompletableFuture.completedFuture(new DnsAnswer<>(found, validMs(ttlSeconds)));
        }
        if (alias == null || aliases == MOST_ALIASES) {
            return CompletableFuture.failedFuture(DnsTrouble.noSuchName());
        }
        return addresses(alias, type, aliases + 1);
    }

    private long validMs(long ttlSeconds) {
        return config.validMs().orElse(TimeUnit.SECONDS.toMillis(ttlSeconds));
    }

    /**
     * The places where a service is to be had, in the order of the answer, each with the addresses of its host. Places whose
     * host has none are left out.
     *
     * @param name such as {@code _http._tcp.example.com}
     */
    public CompletableFuture<DnsAnswer<DnsService>> services(String name) {
        return services(name, 0).thenCompose(this::withAddresses);
    }

    private CompletableFuture<DnsAnswer<DnsService>> services(String name, int aliases) {
        return query(name, DnsRecordType.SRV).thenCompose(response -> {
            try {
                return readServices(response, aliases);
            } finally {
                response.release();
            }
        });
    }

    private CompletableFuture<DnsAnswer<DnsService>> readServices(DnsResponse response, int aliases) {
        List<DnsService> found = new ArrayList<>();
        long ttlSeconds = Long.MAX_VALUE;
        String alias = null;
        for (int i = 0; i < response.count(DnsSection.ANSWER); i++) {
            DnsRecord record = response.recordAt(DnsSection.ANSWER, i);
            if (record.type().equals(DnsRecordType.SRV)) {
                found.add(service(((ByteBufHolder) record).content()));
                ttlSeconds = Math.min(ttlSeconds, record.timeToLive());
            } else if (record.type().equals(DnsRecordType.CNAME)) {
                alias = name(((ByteBufHolder) record).content());
            }
        }
        if (!found.isEmpty()) {
            return CompletableFuture.completedFuture(new DnsAnswer<>(found, validMs(ttlSeconds)));
        }
        if (alias == null || aliases == MOST_ALIASES) {
            return CompletableFuture.failedFuture(DnsTrouble.noSuchName());
        }
        return services(alias, aliases + 1);
    }

    private CompletableFuture<DnsAnswer<DnsService>> withAddresses(DnsAnswer<DnsService> places) {
        List<CompletableFuture<DnsAnswer<InetAddress>>> asked =
                places.found().stream().map(place -> addresses(place.host())).toList();
        CompletableFuture<?> all = CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new));
        return all.handle((done, failed) -> {
            List<DnsService> reachable = new ArrayList<>();
            long validMs = places.validMs();
            DnsTrouble trouble = DnsTrouble.noSuchName();
            for (int i = 0; i < asked.size(); i++) {
                try {
                    DnsAnswer<InetAddress> answer = asked.get(i).join();
                    reachable.add(places.found().get(i).at(answer.found()));
                    validMs = Math.min(validMs, answer.validMs());
                } catch (CompletionException e) {
                    trouble = trouble(e).isNoSuchName() ? trouble : trouble(e);
                }
            }
            if (reachable.isEmpty()) {
                throw new CompletionException(trouble);
            }
            return new DnsAnswer<>(reachable, validMs);
        });
    }

    private CompletableFuture<DnsResponse> query(String name, DnsRecordType type) {
        CompletableFuture<DnsResponse> answered = new CompletableFuture<>();
        resolver.query(new DefaultDnsQuestion(name, type))
                .addListener(
                        (Future<AddressedEnvelope<DnsResponse, InetSocketAddress>> done) -> complete(answered, done));
        Future<?> limit = loop.schedule(
                () -> answered.completeExceptionally(DnsTrouble.timedOut()), config.timeoutMs(), TimeUnit.MILLISECONDS);
        return answered.whenComplete((response, trouble) -> limit.cancel(false));
    }

    private static void complete(
            CompletableFuture<DnsResponse> answered, Future<AddressedEnvelope<DnsResponse, InetSocketAddress>> done) {
        if (!done.isSuccess()) {
            answered.completeExceptionally(DnsTrouble.timedOut());
            return;
        }
        AddressedEnvelope<DnsResponse, InetSocketAddress> envelope = done.getNow();
        DnsResponseCode code = envelope.content().code();
        boolean isTaken = code.equals(DnsResponseCode.NOERROR)
                && answered.complete(envelope.content().retain());
        if (!isTaken) {
            answered.completeExceptionally(DnsTrouble.ofCode(code.intValue()));
        }
        envelope.release();
    }

    private static InetAddress address(ByteBuf content) {
        try {
            return InetAddress.getByAddress(ByteBufUtil.getBytes(content));
        } catch (UnknownHostException e) {
            throw new CompletionException(DnsTrouble.ofCode(1));
        }
    }

    private static DnsService service(ByteBuf content) {
        int start = content.readerIndex();
        ByteBuf target = content.slice(start + SERVICE_HEADER_BYTES, content.readableBytes() - SERVICE_HEADER_BYTES);
        return new DnsService(
                name(target),
                content.getUnsignedShort(start + 4),
                content.getUnsignedShort(start),
                content.getUnsignedShort(start + 2),
                List.of());
    }

    private static String name(ByteBuf content) {
        String name = DefaultDnsRecordDecoder.decodeName(content.duplicate()).toLowerCase(Locale.ROOT);
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    @Override
    public void close() {
        resolver.close();
    }
}
