package io.lamplighter.balancer.config;

import io.lamplighter.balancer.variable.Regex;
import java.util.Optional;

/**
 * A {@code match} block: what is said to a server to see how it is, and what it must answer. All texts are octets.
 *
 * @param name what {@code health_check match=} calls it
 * @param send what is sent; empty for nothing
 * @param expected what must be in the answer; empty if there need not be any
 */
public record MatchConfig(String name, Optional<String> send, Optional<Expected> expected) {
    /** What must be somewhere in an answer. */
    public sealed interface Expected {
        boolean isIn(String answer);
    }

    /** {@code expect string}. */
    public record Text(String octets) implements Expected {
        @Override
        public boolean isIn(String answer) {
            return answer.contains(octets);
        }
    }

    /** {@code expect ~ expression}. */
    public record Expression(Regex regex) implements Expected {
        @Override
        public boolean isIn(String answer) {
            return regex.find(answer);
        }
    }
}
