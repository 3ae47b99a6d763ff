package io.lamplighter.balancer.admin;

import java.util.List;

/**
 * What became of the datagrams on the report port since the process started.
 *
 * @param accepted reports believed
 * @param refused one entry for each reason there is, with its count, always in the same order
 */
public record ShownReports(long accepted, List<Refused> refused) {
    public ShownReports {
        refused = List.copyOf(refused);
    }

    /**
     * Datagrams refused for one reason.
     *
     * @param reason the reason's name, lower case
     * @param count how many
     */
    public record Refused(String reason, long count) {}
}
