package io.lamplighter.balancer.variable;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** IP addresses written as numbers ↔ bytes, without asking any resolver. */
public final class IpText {
    private IpText() {}

    /** 4 or 16 bytes; null if the text is no address. An IPv6 address stands without brackets and zone. */
    public static byte @Nullable [] parse(String text) {
        return text.indexOf(':') < 0 ? parseIpv4(text) : parseIpv6(text);
    }

    /** The address of 4 or 16 bytes as RFC 5952 has it: in IPv6, {@code ::} for the longest run of zeros, and no others left out. */
    public static String format(byte[] address) {
        return address.length == 4 ? formatIpv4(address, 0) : formatIpv6(address);
    }

    private static String formatIpv4(byte[] address, int from) {
        return (address[from] & 0xFF) + "." + (address[from + 1] & 0xFF) + "." + (address[from + 2] & 0xFF) + "."
                + (address[from + 3] & 0xFF);
    }

    private static String formatIpv6(byte[] address) {
        if (isMapped(address)) {
            return "::ffff:" + formatIpv4(address, 12);
        }
        int gap = -1;
        int gapLength = 1; // a single group of zeros stays
        for (int i = 0; i < 8; i++) {
            int length = zeroGroups(address, i);
            if (length > gapLength) {
                gap = i;
                gapLength = length;
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            if (i == gap) {
                text.append("::");
                i += gapLength - 1;
            } else {
                text.append(i == 0 || text.charAt(text.length() - 1) == ':' ? "" : ":")
                        .append(Integer.toHexString(groupAt(address, i)));
            }
        }
        return text.toString();
    }

    private static int zeroGroups(byte[] address, int from) {
        int to = from;
        while (to < 8 && groupAt(address, to) == 0) {
            to++;
        }
        return to - from;
    }

    private static int groupAt(byte[] address, int index) {
        return (address[2 * index] & 0xFF) << 8 | (address[2 * index + 1] & 0xFF);
    }

    /** Whether the 16 bytes are an IPv4 address in IPv6 form, {@code ::ffff:0:0/96}. */
    public static boolean isMapped(byte[] address) {
        for (int i = 0; i < 10; i++) {
            if (address[i] != 0) {
                return false;
            }
        }
        return address.length == 16 && address[10] == -1 && address[11] == -1;
    }

    /** The 4 bytes of an IPv4 address as a number, 0 to 2^32 - 1. */
    public static long ipv4(byte[] address) {
        return ipv4(address, 0);
    }

    static long ipv4(byte[] address, int from) {
        return (address[from] & 0xFFL) << 24
                | (address[from + 1] & 0xFF) << 16
                | (address[from + 2] & 0xFF) << 8
                | (address[from + 3] & 0xFF);
    }

    private static byte @Nullable [] parseIpv4(String text) {
        byte[] address = new byte[4];
        int octet = -1;
        int index = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i == text.length() ? '.' : text.charAt(i);
            if (c >= '0' && c <= '9' && octet <= 255) {
                octet = Math.max(octet, 0) * 10 + c - '0';
            } else if (c == '.' && octet >= 0 && octet <= 255 && index < 4) {
                address[index++] = (byte) octet;
                octet = -1;
            } else {
                return null;
            }
        }
        return index == 4 ? address : null;
    }

    private static byte @Nullable [] parseIpv6(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            byte[] all = groups(text, true);
            return all != null && all.length == 16 ? all : null;
        }
        byte[] head = gap == 0 ? new byte[0] : groups(text.substring(0, gap), false);
        byte[] tail = gap + 2 == text.length() ? new byte[0] : groups(text.substring(gap + 2), true);
        if (head == null || tail == null || head.length + tail.length > 14) {
            return null;
        }
        byte[] address = Arrays.copyOf(head, 16);
        System.arraycopy(tail, 0, address, 16 - tail.length, tail.length);
        return address;
    }

    /** Groups of four digits with colons between; at the end of the address, the last two perhaps as an IPv4 address. */
    private static byte @Nullable [] groups(String text, boolean isEnd) {
        String[] groups = text.split(":", -1);
        byte[] bytes = new byte[20];
        int length = 0;
        for (int i = 0; i < groups.length; i++) {
            boolean isIpv4 = isEnd && i == groups.length - 1 && groups[i].indexOf('.') >= 0;
            byte[] group = isIpv4 ? parseIpv4(groups[i]) : group(groups[i]);
            if (group == null || length + group.length > 16) {
                return null;
            }
            System.arraycopy(group, 0, bytes, length, group.length);
            length += group.length;
        }
        return Arrays.copyOf(bytes, length);
    }

    private static byte @Nullable [] group(String text) {
        if (text.isEmpty() || text.length() > 4) {
            return null;
        }
        int value = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = Character.digit(text.charAt(i), 16);
            if (digit < 0 || text.charAt(i) >= 0x80) {
                return null;
            }
            value = value << 4 | digit;
        }
        return new byte[] {(byte) (value >> 8), (byte) value};
    }
}
