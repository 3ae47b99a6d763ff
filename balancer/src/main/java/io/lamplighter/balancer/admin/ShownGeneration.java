package io.lamplighter.balancer.admin;

import io.lamplighter.balancer.node.Upstream;
import java.util.List;

/**
 * The generation that serves new sessions.
 *
 * @param number counts up with every reload that took effect
 * @param upstreams in file order, each name once
 */
public record ShownGeneration(int number, List<Upstream> upstreams) {
    public ShownGeneration {
        upstreams = List.copyOf(upstreams);
    }
}
