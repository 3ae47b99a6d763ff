package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.config.MatchConfig.Expected;
import io.lamplighter.balancer.config.MatchConfig.Expression;
import io.lamplighter.balancer.config.MatchConfig.Text;
import io.lamplighter.balancer.variable.Octets;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A {@code match} block → a {@link MatchConfig}. */
final class MatchReader {
    private static final Pattern HEX = Pattern.compile("\\\\x([0-9A-Fa-f]{2})");

    private final Reading reading;

    MatchReader(Reading reading) {
        this.reading = reading;
    }

    MatchConfig read(Clause match) {
        Block block = match.inside();
        return new MatchConfig(
                match.argument(0).text(),
                block.first(Directive.SEND).map(send -> octets(send.argument(0).text())),
                block.first(Directive.EXPECT).flatMap(this::expected));
    }

    private Optional<Expected> expected(Clause expect) {
        Word word = expect.argument(0);
        boolean isExpression = expect.arguments().size() > 1;
        if (!isExpression) {
            return Optional.of(new Text(octets(word.text())));
        }
        if (!word.text().equals("~") && !word.text().equals("~*")) {
            reading.invalidParameter(word, "it must be \"~\" or \"~*\" before an expression");
            return Optional.empty();
        }
        Word pcre = expect.argument(1);
        return reading.templates()
                .regex(pcre.text(), word.text().equals("~*"), pcre)
                .map(Expression::new);
    }

    /** {@code \xHH} is a byte. */
    private static String octets(String text) {
        return HEX.matcher(Octets.of(text)).replaceAll(MatchReader::octet);
    }

    private static String octet(MatchResult hex) {
        return Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(hex.group(1), 16)));
    }
}
