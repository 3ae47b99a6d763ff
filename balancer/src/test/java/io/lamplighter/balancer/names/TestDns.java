package io.lamplighter.balancer.names;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.dns.DatagramDnsQuery;
import io.netty.handler.codec.dns.DatagramDnsQueryDecoder;
import io.netty.handler.codec.dns.DatagramDnsResponse;
import io.netty.handler.codec.dns.DatagramDnsResponseEncoder;
import io.netty.handler.codec.dns.DefaultDnsQuestion;
import io.netty.handler.codec.dns.DefaultDnsRawRecord;
import io.netty.handler.codec.dns.DefaultDnsResponse;
import io.netty.handler.codec.dns.DnsQuery;
import io.netty.handler.codec.dns.DnsQuestion;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponse;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.handler.codec.dns.DnsSection;
import io.netty.handler.codec.dns.TcpDnsQueryDecoder;
import io.netty.handler.codec.dns.TcpDnsResponseEncoder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A name server on loopback, over UDP and TCP, that says what a test tells it to. */
public final class TestDns implements AutoCloseable {
    private static final int BIND_TRIES = 50;

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final Map<String, Integer> asked = new ConcurrentHashMap<>();
    private final Channel datagrams;

    /** An answer, or the lack of one. */
    private record Answer(DnsResponseCode code, boolean isSilent, boolean isCut, List<Entry> records) {}

    /** A resource record, of whatever name. */
    public record Entry(DnsRecordType type, long ttlSeconds, ByteBuf data) {
        /** The same with another time to live. */
        public Entry ttl(long seconds) {
            return new Entry(type, seconds, data);
        }
    }

    public TestDns() throws Exception {
        datagrams = bind();
    }

    /** A port that is free for both protocols. */
    private Channel bind() throws Exception {
        for (int tries = 1; ; tries++) {
            Channel udp = new Bootstrap()
                    .group(group)
                    .channel(NioDatagramChannel.class)
                    .handler(new ChannelInitializer<NioDatagramChannel>() {
                        @Override
                        protected void initChannel(NioDatagramChannel channel) {
                            channel.pipeline()
                                    .addLast(
                                            new DatagramDnsQueryDecoder(),
                                            new DatagramDnsResponseEncoder(),
                                            new OverUdp());
                        }
                    })
                    .bind("127.0.0.1", 0)
                    .sync()
                    .channel();
            boolean isFree = new ServerBootstrap()
                    .group(group)
                    .channel(NioServerSocketChannel.class)
                    .childHandler(new ChannelInitializer<SocketChannel>() {
                        @Override
                        protected void initChannel(SocketChannel channel) {
                            channel.pipeline()
                                    .addLast(new TcpDnsQueryDecoder(), new TcpDnsResponseEncoder(), new OverTcp());
                        }
                    })
                    .bind(udp.localAddress())
                    .awaitUninterruptibly()
                    .isSuccess();
            if (isFree || tries == BIND_TRIES) {
                return udp;
            }
            udp.close().sync();
        }
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) datagrams.localAddress();
    }

    /** From now on these records are the answer; without any, that there is nothing of the type. */
    public void answer(String name, DnsRecordType type, Entry... records) {
        answers.put(key(name, type), new Answer(DnsResponseCode.NOERROR, false, false, List.of(records)));
    }

    /** As the other, but over UDP only the first record comes, marked as cut. */
    public void cut(String name, DnsRecordType type, Entry... records) {
        answers.put(key(name, type), new Answer(DnsResponseCode.NOERROR, false, true, List.of(records)));
    }

    /** From now on there is trouble with the name, whatever type is asked for. */
    public void fail(String name, DnsResponseCode code) {
        for (DnsRecordType type : List.of(DnsRecordType.A, DnsRecordType.AAAA, DnsRecordType.SRV)) {
            answers.put(key(name, type), new Answer(code, false, false, List.of()));
        }
    }

    /** From now on nobody answers, whatever is asked for. */
    public void silence(String name) {
        for (DnsRecordType type : List.of(DnsRecordType.A, DnsRecordType.AAAA, DnsRecordType.SRV)) {
            answers.put(key(name, type), new Answer(DnsResponseCode.NOERROR, true, false, List.of()));
        }
    }

    /** How often that was asked for. */
    public int asked(String name, DnsRecordType type) {
        return asked.getOrDefault(key(name, type), 0);
    }

    public static Entry a(String address) {
        return new Entry(DnsRecordType.A, 60, Unpooled.wrappedBuffer(ip(address)));
    }

    public static Entry aaaa(String address) {
        return new Entry(DnsRecordType.AAAA, 60, Unpooled.wrappedBuffer(ip(address)));
    }

    public static Entry cname(String name) {
        return new Entry(DnsRecordType.CNAME, 60, Unpooled.wrappedBuffer(encoded(name)));
    }

    public static Entry srv(int priority, int weight, int port, String host) {
        byte[] name = encoded(host);
        byte[] data = Arrays.copyOf(
                new byte[] {
                    (byte) (priority >> 8),
                    (byte) priority,
                    (byte) (weight >> 8),
                    (byte) weight,
                    (byte) (port >> 8),
                    (byte) port
                },
                6 + name.length);
        System.arraycopy(name, 0, data, 6, name.length);
        return new Entry(DnsRecordType.SRV, 60, Unpooled.wrappedBuffer(data));
    }

    private static byte[] ip(String address) {
        try {
            return InetAddress.getByName(address).getAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(address, e);
        }
    }

    private static byte[] encoded(String name) {
        ByteBuf out = Unpooled.buffer();
        for (String label : name.split("\\.", -1)) {
            out.writeByte(label.length()).writeBytes(label.getBytes(StandardCharsets.US_ASCII));
        }
        out.writeByte(0);
        return Arrays.copyOf(out.array(), out.writerIndex());
    }

    private static String key(String name, DnsRecordType type) {
        return (name.endsWith(".") ? name : name + ".") + " " + type.name();
    }

    /** What is said; null for nothing at all. */
    private DnsResponse respond(DnsQuery query, DnsResponse response, boolean isOverTcp) {
        DnsQuestion question = query.recordAt(DnsSection.QUESTION);
        String key = key(question.name(), question.type());
        asked.merge(key, 1, Integer::sum);
        Answer answer = answers.getOrDefault(key, new Answer(DnsResponseCode.NOERROR, false, false, List.of()));
        if (answer.isSilent) {
            return null;
        }
        response.setCode(answer.code);
        response.setRecursionAvailable(true);
        response.addRecord(DnsSection.QUESTION, new DefaultDnsQuestion(question.name(), question.type()));
        boolean isCut = answer.isCut && !isOverTcp;
        response.setTruncated(isCut);
        answer.records.stream()
                .limit(isCut ? 1 : Long.MAX_VALUE)
                .forEach(each -> response.addRecord(DnsSection.ANSWER, record(question.name(), each)));
        return response;
    }

    private static DnsRecord record(String name, Entry record) {
        return new DefaultDnsRawRecord(name, record.type, record.ttlSeconds, Unpooled.copiedBuffer(record.data));
    }

    private final class OverUdp extends SimpleChannelInboundHandler<DatagramDnsQuery> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, DatagramDnsQuery query) {
            DatagramDnsResponse made = new DatagramDnsResponse(
                    /* sender= */ query.recipient(), /* recipient= */ query.sender(), query.id());
            send(ctx, respond(query, made, false), made);
        }
    }

    private final class OverTcp extends SimpleChannelInboundHandler<DnsQuery> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, DnsQuery query) {
            DnsResponse made = new DefaultDnsResponse(query.id());
            send(ctx, respond(query, made, true), made);
        }
    }

    private static void send(ChannelHandlerContext ctx, DnsResponse answer, DnsResponse made) {
        if (answer == null) {
            made.release();
        } else {
            ctx.writeAndFlush(answer);
        }
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, java.util.concurrent.TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
