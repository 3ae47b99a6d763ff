package io.lamplighter.balancer.variable;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A regular expression of the configuration, on octets. A match gives its named groups to the variables of their names, and
 * its groups to {@code $1} to {@code $9}.
 */
public final class Regex {
    private final Pattern pattern;
    private final Map<Integer, Defined> variables = new LinkedHashMap<>();

    private Regex(Pattern pattern) {
        this.pattern = pattern;
    }

    /**
     * Compiles.
     *
     * @param pcre the expression as PCRE reads it
     * @param variable the variable for the name of a group
     * @throws PatternSyntaxException if it is none, or one that Java cannot do
     */
    public static Regex compile(String pcre, boolean ignoresCase, Function<String, Defined> variable) {
        PcreTranslator translated = PcreTranslator.translate(Octets.of(pcre));
        int flags = Pattern.UNIX_LINES | (ignoresCase ? Pattern.CASE_INSENSITIVE : 0);
        Regex regex = new Regex(Pattern.compile(translated.java(), flags));
        translated.groups().forEach((name, number) -> regex.variables.put(number, variable.apply(name)));
        return regex;
    }

    /** Whether it matches somewhere. */
    public boolean find(String subject, Values session) {
        Matcher matcher = pattern.matcher(subject);
        if (!isFound(matcher)) {
            return false;
        }
        variables.forEach((number, variable) -> {
            String taken = matcher.group(number);
            session.set(variable, taken == null ? "" : taken);
        });
        session.matched(matcher.toMatchResult());
        return true;
    }

    /** Whether it matches somewhere; no variable gets a value by it. */
    public boolean find(String subject) {
        return isFound(pattern.matcher(subject));
    }

    /** Configurations are compared by what they say. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Regex regex
                && pattern.pattern().equals(regex.pattern.pattern())
                && pattern.flags() == regex.pattern.flags();
    }

    @Override
    public int hashCode() {
        return pattern.pattern().hashCode();
    }

    /** Java matches on the thread's stack. An expression that needs more of it than there is does not match, as in PCRE. */
    private static boolean isFound(Matcher matcher) {
        try {
            return matcher.find();
        } catch (StackOverflowError e) {
            return false;
        }
    }
}
