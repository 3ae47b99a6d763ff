package io.lamplighter.balancer.geoip;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes small databases of IPv4 networks, as MaxMind's specification of its format 2.0 describes them. */
public final class TestDatabase {
    private static final int RECORD_BYTES = 3;
    private static final int SEPARATOR_BYTES = 16;
    private static final int NOTHING = -1;

    /** Each has two records: the number of a node, {@link #NOTHING}, or -2 less the place of data. */
    private final List<int[]> nodes = new ArrayList<>(List.of(new int[] {NOTHING, NOTHING}));

    private final ByteArrayOutputStream data = new ByteArrayOutputStream();

    /** Says what is known of the addresses whose first bits are those. */
    public TestDatabase with(String address, int bits, Object known) {
        String[] parts = address.split("\\.", -1);
        int node = 0;
        for (int i = 0; i < bits; i++) {
            int side = (Integer.parseInt(parts[i / 8]) >> (7 - i % 8)) & 1;
            if (i == bits - 1) {
                nodes.get(node)[side] = -2 - data.size();
            } else if (nodes.get(node)[side] < 0) {
                nodes.add(new int[] {NOTHING, NOTHING});
                nodes.get(node)[side] = nodes.size() - 1;
            }
            node = nodes.get(node)[side];
        }
        write(data, known);
        return this;
    }

    public void write(Path file, long builtAtSeconds) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int[] node : nodes) {
            for (int record : node) {
                number(out, value(record), RECORD_BYTES);
            }
        }
        out.write(new byte[SEPARATOR_BYTES]);
        out.write(data.toByteArray());
        out.write(new byte[] {(byte) 0xAB, (byte) 0xCD, (byte) 0xEF});
        out.write("MaxMind.com".getBytes(StandardCharsets.US_ASCII));
        write(
                out,
                Map.of(
                        "node_count",
                        (long) nodes.size(),
                        "record_size",
                        8 * RECORD_BYTES,
                        "ip_version",
                        4,
                        "database_type",
                        "Test",
                        "languages",
                        List.of("en"),
                        "binary_format_major_version",
                        2,
                        "binary_format_minor_version",
                        0,
                        "build_epoch",
                        BigInteger.valueOf(builtAtSeconds),
                        "description",
                        Map.of("en", "for tests")));
        // Not over the old one: it may be mapped into memory.
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.write(fresh, out.toByteArray(), StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
        Files.move(fresh, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }

    private long value(int record) {
        if (record == NOTHING) {
            return nodes.size();
        }
        return record >= 0 ? record : nodes.size() + SEPARATOR_BYTES + (-2 - record);
    }

    private static void number(ByteArrayOutputStream out, long value, int bytes) {
        for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
            out.write((int) (value >>> shift));
        }
    }

    private static void write(ByteArrayOutputStream out, Object value) {
        if (value instanceof String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            out.write((2 << 5) | bytes.length);
            out.writeBytes(bytes);
        } else if (value instanceof Double number) {
            out.write((3 << 5) | 8);
            out.writeBytes(ByteBuffer.allocate(8).putDouble(number).array());
        } else if (value instanceof Integer number) {
            out.write((5 << 5) | 2);
            number(out, number, 2);
        } else if (value instanceof Long number) {
            out.write((6 << 5) | 4);
            number(out, number, 4);
        } else if (value instanceof BigInteger number) {
            out.write(8);
            out.write(9 - 7);
            number(out, number.longValueExact(), 8);
        } else if (value instanceof Boolean flag) {
            out.write(flag ? 1 : 0);
            out.write(14 - 7);
        } else if (value instanceof List<?> list) {
            out.write(list.size());
            out.write(11 - 7);
            list.forEach(each -> write(out, each));
        } else if (value instanceof Map<?, ?> map) {
            out.write((7 << 5) | map.size());
            map.forEach((name, each) -> {
                write(out, name);
                write(out, each);
            });
        } else {
            throw new IllegalArgumentException(String.valueOf(value));
        }
    }
}
