package io.lamplighter.balancer.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;

/** The name of this host. */
public final class HostName {
    private static final String OWN = look();

    private HostName() {}

    /** In lower case, as {@code $hostname} and syslog have it. */
    public static String own() {
        return OWN;
    }

    private static String look() {
        try {
            return InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
