package io.lamplighter.balancer.variable;

import java.nio.charset.StandardCharsets;

/** Strings whose characters are bytes, and what leads to them and from them. */
public final class Octets {
    private Octets() {}

    /** The UTF-8 bytes of a text. */
    public static String of(String text) {
        return isAscii(text) ? text : of(text.getBytes(StandardCharsets.UTF_8));
    }

    public static String of(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    public static byte[] bytes(String octets) {
        return octets.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The text that the octets are in UTF-8. */
    public static String text(String octets) {
        return isAscii(octets) ? octets : new String(bytes(octets), StandardCharsets.UTF_8);
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    /** In lower case, as far as ASCII goes. */
    public static String lowerCase(String octets) {
        for (int i = 0; i < octets.length(); i++) {
            if (isUpperCase(octets.charAt(i))) {
                return lowered(octets, i);
            }
        }
        return octets;
    }

    private static String lowered(String octets, int from) {
        StringBuilder lower = new StringBuilder(octets);
        for (int i = from; i < lower.length(); i++) {
            char c = lower.charAt(i);
            if (isUpperCase(c)) {
                lower.setCharAt(i, (char) (c + ('a' - 'A')));
            }
        }
        return lower.toString();
    }

    private static boolean isUpperCase(char c) {
        return c >= 'A' && c <= 'Z';
    }
}
