package io.lamplighter.balancer;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.uring.IoUring;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** What {@code -v} and {@code -V} tell. */
final class Version {
    private Version() {}

    static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return "lamplighter/" + (version == null ? "development" : version);
    }

    static void print(PrintStream out, boolean isLong) {
        out.println("lamplighter version: " + text());
        if (isLong) {
            out.println("java: " + Runtime.version() + " (" + System.getProperty("java.vendor") + ")");
            out.println("io_uring: " + availability(IoUring.unavailabilityCause()));
            out.println("epoll: " + availability(Epoll.unavailabilityCause()));
        }
    }

    private static String availability(@Nullable Throwable cause) {
        return cause == null ? "available" : "not available, " + cause.getMessage();
    }
}
