package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks statements against the table of {@link Directive}s; what is wrong is reported and left out. */
final class Grammar {
    private final Diagnostics diagnostics;

    Grammar(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
    }

    Block check(List<Statement> statements, Context context) {
        List<Clause> clauses = new ArrayList<>();
        Set<Directive> seen = EnumSet.noneOf(Directive.class);
        for (Statement statement : statements) {
            Clause clause = clause(statement, context, seen);
            if (clause != null) {
                clauses.add(clause);
            }
        }
        boolean isComplete = clauses.size() == statements.size() && !diagnostics.isSyntaxBroken();
        return new Block(List.copyOf(clauses), isComplete);
    }

    private @Nullable Clause clause(Statement statement, Context context, Set<Directive> seen) {
        Optional<Directive> found = Directive.find(statement.name().text(), context);
        if (found.isEmpty()) {
            reportStranger(statement.name());
            return null;
        }
        Directive directive = found.get();
        boolean isFirst = seen.add(directive);
        boolean isRight = hasRightEnd(directive, statement)
                && hasRightArguments(directive, statement)
                && isAllowedAgain(directive, statement, isFirst)
                && hasRightValue(directive, statement);
        // The inside of a block is looked at in any case: its faults are faults too.
        Block inside = Block.EMPTY;
        if (directive.inside().isPresent() && statement.block() != null) {
            inside = check(statement.block(), directive.inside().get());
        }
        if (directive.isTable()) {
            refuseBlocksIn(statement);
        }
        return isRight ? new Clause(directive, statement, inside) : null;
    }

    private void refuseBlocksIn(Statement table) {
        List<Statement> lines = table.block() == null ? List.of() : table.block();
        for (Statement line : lines) {
            if (line.block() != null) {
                diagnostics.fault(
                        line.name(),
                        "a block cannot stand in \"" + table.name().text() + "\", found \""
                                + line.name().text() + "\"");
            }
        }
    }

    private void reportStranger(Word name) {
        String quoted = "\"" + name.text() + "\"";
        Set<Context> contexts = Directive.contextsOf(name.text());
        Optional<String> stranger = Strangers.explain(name.text());
        if (stranger.isPresent()) {
            diagnostics.fault(name, quoted + " is not supported: " + stranger.get());
        } else if (contexts.isEmpty()) {
            diagnostics.fault(name, "unknown directive " + quoted);
        } else {
            String where = contexts.stream().map(c -> "\"" + c.label() + "\"").collect(Collectors.joining(" or "));
            diagnostics.fault(name, quoted + " directive is not allowed here, only in " + where);
        }
    }

    private boolean hasRightEnd(Directive directive, Statement statement) {
        boolean needsBlock = directive.hasBlock();
        if (needsBlock == (statement.block() != null)) {
            return true;
        }
        String end = needsBlock ? "has no opening \"{\"" : "is not terminated by \";\"";
        diagnostics.fault(statement.name(), "directive \"" + directive.word() + "\" " + end);
        return false;
    }

    private boolean hasRightArguments(Directive directive, Statement statement) {
        int count = statement.arguments().size();
        if (count >= directive.minArguments() && count <= directive.maxArguments()) {
            return true;
        }
        String complaint = "invalid number of arguments in \"" + directive.word() + "\" directive";
        String hint = statement.arguments().stream()
                .filter(word -> word.source().line() > statement.name().source().line())
                .filter(Grammar::isDirective)
                .findFirst()
                .map(Grammar::semicolonHint)
                .orElse(", its syntax is \"" + directive.syntax() + "\"");
        diagnostics.fault(statement.name(), complaint + hint);
        return false;
    }

    /** Whether the word is the name of a directive, which is a rare argument. */
    static boolean isDirective(Word word) {
        return !Directive.contextsOf(word.text()).isEmpty();
    }

    /** What to say of such an argument: most likely the line before it was not ended. */
    static String semicolonHint(Word word) {
        return ", is a \";\" missing before \"" + word.text() + "\"?";
    }

    private boolean isAllowedAgain(Directive directive, Statement statement, boolean isFirst) {
        if (isFirst || directive.isRepeatable()) {
            return true;
        }
        diagnostics.fault(statement.name(), "\"" + directive.word() + "\" directive is duplicate");
        return false;
    }

    private boolean hasRightValue(Directive directive, Statement statement) {
        if (statement.arguments().isEmpty()) {
            return true;
        }
        Word value = statement.arguments().get(0);
        Optional<String> complaint = directive.rule().complaint(value.text());
        complaint.ifPresent(expected -> diagnostics.fault(
                value,
                "invalid value \"" + value.text() + "\" in \"" + directive.word() + "\" directive, " + expected));
        return complaint.isEmpty();
    }
}
