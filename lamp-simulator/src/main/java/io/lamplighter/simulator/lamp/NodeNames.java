package io.lamplighter.simulator.lamp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names of nodes as answers carry them, without a new string for each: a few names come again and again. Not thread-safe;
 * belongs to its loop.
 */
final class NodeNames {
    private static final int MAX_KNOWN = 1000; // answers may carry rubbish for a name

    private final List<byte[]> known = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private int last;

    /** The name in {@code length} bytes at {@code index}; null when there is none. */
    @Nullable
    String read(ByteBuf bytes, int index, int length) {
        if (length == 0) {
            return null;
        }
        if (last < known.size() && isName(known.get(last), bytes, index, length)) {
            return names.get(last);
        }
        for (int i = 0; i < known.size(); i++) {
            if (isName(known.get(i), bytes, index, length)) {
                last = i;
                return names.get(i);
            }
        }
        return learn(ByteBufUtil.getBytes(bytes, index, length));
    }

    private String learn(byte[] bytes) {
        String name = new String(bytes, StandardCharsets.UTF_8);
        if (known.size() < MAX_KNOWN) {
            known.add(bytes);
            names.add(name);
        }
        return name;
    }

    private static boolean isName(byte[] name, ByteBuf bytes, int index, int length) {
        if (name.length != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (name[i] != bytes.getByte(index + i)) {
                return false;
            }
        }
        return true;
    }
}
