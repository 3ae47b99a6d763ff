package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import java.util.List;
import java.util.Optional;

/**
 * Values of simple directives in one block: what it says itself, else what it inherits, else the default of the table.
 * {@link Grammar} has checked the values already.
 *
 * @param own the block
 * @param inherited the block around it, as far as directives are inherited from it
 */
record Settings(Block own, Block inherited) {
    /** A block that inherits nothing. */
    static Settings of(Block block) {
        return new Settings(block, Block.EMPTY);
    }

    Optional<Clause> clause(Directive directive) {
        return own.first(directive).or(() -> inherited.first(directive));
    }

    /** Of directives that add up: those of the innermost block that has any. */
    List<Clause> clauses(Directive directive) {
        return own.has(directive) ? own.all(directive) : inherited.all(directive);
    }

    /** As the other, of two directives whose order among each other counts. */
    List<Clause> clauses(Directive one, Directive other) {
        Block block = own.has(one) || own.has(other) ? own : inherited;
        return block.clauses().stream()
                .filter(clause -> clause.directive() == one || clause.directive() == other)
                .toList();
    }

    String text(Directive directive) {
        return clause(directive)
                .map(clause -> clause.argument(0).text())
                .or(directive::defaultArguments)
                .orElseThrow();
    }

    boolean flag(Directive directive) {
        return value(directive) != 0;
    }

    int number(Directive directive) {
        return Math.toIntExact(value(directive));
    }

    /** Milliseconds. */
    long timeMs(Directive directive) {
        return value(directive);
    }

    private long value(Directive directive) {
        return directive.rule().parse(text(directive)).orElseThrow();
    }
}
