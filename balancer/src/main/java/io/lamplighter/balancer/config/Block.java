package io.lamplighter.balancer.config;

import java.util.List;
import java.util.Optional;

/**
 * The checked directives of one block.
 *
 * @param clauses those whose place and arguments are right, in file order
 * @param isComplete whether nothing was left out because it was wrong; only then is something missing really missing
 */
record Block(List<Block.Clause> clauses, boolean isComplete) {
    static final Block EMPTY = new Block(List.of(), true);

    /** A directive in its place, with the right number of arguments; {@code inside} is empty when it has no block. */
    record Clause(Directive directive, Statement statement, Block inside) {
        Word name() {
            return statement.name();
        }

        List<Word> arguments() {
            return statement.arguments();
        }

        Word argument(int index) {
            return statement.arguments().get(index);
        }

        /** What stands in a block whose lines are no directives. */
        List<Statement> lines() {
            return statement.block() == null ? List.of() : statement.block();
        }
    }

    List<Clause> all(Directive directive) {
        return clauses.stream().filter(c -> c.directive() == directive).toList();
    }

    Optional<Clause> first(Directive directive) {
        return clauses.stream().filter(c -> c.directive() == directive).findFirst();
    }

    boolean has(Directive directive) {
        return first(directive).isPresent();
    }
}
