package io.lamplighter.balancer.variable;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Regular expressions as nginx's users write them, for PCRE, → those of Java. Most of the two is the same. What PCRE has and
 * Java lacks (recursion, conditions, branch reset, {@code \K}, verbs) is refused by name.
 *
 * <p>Named groups become plain ones, because Java allows no underscore in their names: {@link #groups()} tells their numbers.
 */
final class PcreTranslator {
    private static final Pattern NAMED_GROUP = Pattern.compile("\\G\\(\\?(?:P?<([A-Za-z_]\\w*)>|'([A-Za-z_]\\w*)')");
    private static final Pattern NAME_REFERENCE =
            Pattern.compile("\\G(?:\\(\\?P=(\\w+)\\)|\\\\k(?:<(\\w+)>|\\{(\\w+)}|'(\\w+)'))");
    private static final Pattern NUMBER_REFERENCE = Pattern.compile("\\G\\\\g(?:\\{(-?\\d+)}|(-?\\d+))");
    private static final Pattern COUNT = Pattern.compile("\\G\\{\\d+(,\\d*)?}");
    /** A property or a code point, whose braces are no count. */
    private static final Pattern BRACED = Pattern.compile("\\G\\\\[pPx]\\{\\w+}");

    private static final Pattern POSIX_CLASS = Pattern.compile("\\G\\[:(\\^?)([a-z]+):]");
    private static final Pattern FLAGS = Pattern.compile("\\G\\(\\?([a-zA-Z]*)(?:-[a-zA-Z]*)?[:)]");
    private static final Pattern COMMENT = Pattern.compile("\\G\\(\\?#[^)]*\\)");

    private static final Map<String, String> POSIX = Map.ofEntries(
            Map.entry("alpha", "\\p{Alpha}"),
            Map.entry("digit", "\\p{Digit}"),
            Map.entry("alnum", "\\p{Alnum}"),
            Map.entry("upper", "\\p{Upper}"),
            Map.entry("lower", "\\p{Lower}"),
            Map.entry("punct", "\\p{Punct}"),
            Map.entry("graph", "\\p{Graph}"),
            Map.entry("print", "\\p{Print}"),
            Map.entry("blank", "\\p{Blank}"),
            Map.entry("cntrl", "\\p{Cntrl}"),
            Map.entry("xdigit", "\\p{XDigit}"),
            Map.entry("space", "\\s"),
            Map.entry("word", "\\w"),
            Map.entry("ascii", "\\p{ASCII}"));

    private final String pcre;
    private final StringBuilder java = new StringBuilder();
    private final Map<String, Integer> groups = new LinkedHashMap<>();
    private int position;
    private int groupCount;

    private PcreTranslator(String pcre) {
        this.pcre = pcre;
    }

    /**
     * Translates.
     *
     * @throws PatternSyntaxException if it is no regular expression, or one that Java cannot do
     */
    static PcreTranslator translate(String pcre) {
        PcreTranslator translator = new PcreTranslator(pcre);
        translator.translateAll();
        return translator;
    }

    String java() {
        return java.toString();
    }

    /** The numbers of the named groups, in order. */
    Map<String, Integer> groups() {
        return groups;
    }

    private void translateAll() {
        if (pcre.startsWith("(*")) {
            throw unsupported("a verb such as (*UTF8)");
        }
        while (position < pcre.length()) {
            switch (pcre.charAt(position)) {
                case '\\' -> escape(false);
                case '[' -> characterClass();
                case '(' -> group();
                case '{' -> brace();
                default -> java.append(pcre.charAt(position++));
            }
        }
    }

    private void brace() {
        Optional<Matcher> count = at(COUNT);
        java.append(count.isPresent() ? count.get().group() : "\\{");
        position += count.isPresent() ? count.get().group().length() : 1;
    }

    private void group() {
        Optional<Matcher> named = at(NAMED_GROUP);
        if (named.isPresent()) {
            String name = firstOf(named.get());
            groups.putIfAbsent(name, ++groupCount);
            java.append('(');
            position = named.get().end();
        } else if (!pcre.startsWith("(?", position)) {
            groupCount += pcre.startsWith("(*", position) ? 0 : 1;
            if (pcre.startsWith("(*", position)) {
                throw unsupported("a verb such as (*FAIL)");
            }
            java.append('(');
            position++;
        } else if (at(COMMENT).isPresent()) {
            position = at(COMMENT).get().end();
        } else if (at(NAME_REFERENCE).isPresent()) {
            nameReference();
        } else {
            specialGroup();
        }
    }

    private void specialGroup() {
        char kind = position + 2 < pcre.length() ? pcre.charAt(position + 2) : ' ';
        if (kind == '|') {
            throw unsupported("the branch reset (?|");
        }
        if (kind == 'R' || kind == '&' || kind == 'P' || kind == '+' || Character.isDigit(kind)) {
            throw unsupported("recursion");
        }
        if (kind == '(') {
            throw unsupported("a condition");
        }
        at(FLAGS).ifPresent(flags -> {
            if (flags.group(1).chars().anyMatch(c -> "imsx".indexOf(c) < 0)) {
                throw unsupported("an option in (?" + flags.group(1) + ")");
            }
        });
        java.append("(?");
        position += 2;
    }

    private void nameReference() {
        Matcher reference = at(NAME_REFERENCE).orElseThrow();
        Integer number = groups.get(firstOf(reference));
        if (number == null) {
            throw fault("reference to a group that is not there");
        }
        reference(number, reference.end());
    }

    /** In brackets, so that a digit behind it is not taken for a part of the number. */
    private void reference(int number, int end) {
        if (number < 1 || number > groupCount) {
            throw fault("reference to a group that is not there");
        }
        java.append("(?:\\").append(number).append(')');
        position = end;
    }

    private void escape(boolean isInClass) {
        if (position + 1 == pcre.length()) {
            throw fault("\\ at the end of the pattern");
        }
        char c = pcre.charAt(position + 1);
        if (c == 'Q') {
            quotation();
        } else if (c == 'E') {
            position += 2;
        } else if (c == 'b' && isInClass) {
            append("\\x08", 2);
        } else if (!isInClass && c == 'k' && at(NAME_REFERENCE).isPresent()) {
            nameReference();
        } else if (!isInClass && c == 'g' && at(NUMBER_REFERENCE).isPresent()) {
            Matcher reference = at(NUMBER_REFERENCE).get();
            int number = Integer.parseInt(firstOf(reference));
            reference(number < 0 ? groupCount + 1 + number : number, reference.end());
        } else if (c == 'p' && pcre.startsWith("{^", position + 2)) {
            append("\\P{", 4);
        } else if (at(BRACED).isPresent()) {
            append(at(BRACED).get().group(), at(BRACED).get().group().length());
        } else if (c == 'N') {
            append("[^\\n]", 2);
        } else if ("KXCg".indexOf(c) >= 0) {
            throw unsupported("\\" + c);
        } else {
            append(pcre.substring(position, position + 2), 2);
        }
    }

    private void append(String translated, int length) {
        java.append(translated);
        position += length;
    }

    private void quotation() {
        int end = pcre.indexOf("\\E", position + 2);
        String quoted = pcre.substring(position + 2, end < 0 ? pcre.length() : end);
        for (int i = 0; i < quoted.length(); i++) {
            appendLiteral(quoted.charAt(i));
        }
        position = end < 0 ? pcre.length() : end + 2;
    }

    private void appendLiteral(char c) {
        if (c < 0x80 && !Character.isLetterOrDigit(c)) {
            java.append('\\');
        }
        java.append(c);
    }

    /** Java gives {@code [} and {@code &&} a meaning inside of a class, and {@code ]} no place at its beginning. */
    private void characterClass() {
        int begin = position;
        append("[", 1);
        if (pcre.startsWith("^", position)) {
            append("^", 1);
        }
        if (pcre.startsWith("]", position)) {
            append("\\]", 1);
        }
        while (position < pcre.length() && pcre.charAt(position) != ']') {
            char c = pcre.charAt(position);
            if (c == '\\') {
                escape(true);
            } else if (c == '[' && at(POSIX_CLASS).isPresent()) {
                posixClass();
            } else if (c == '[' || c == '&' || c == '^') {
                append("\\" + c, 1);
            } else {
                append(String.valueOf(c), 1);
            }
        }
        if (position == pcre.length()) {
            position = begin;
            throw fault("missing ] of a character class");
        }
        append("]", 1);
    }

    private void posixClass() {
        Matcher posix = at(POSIX_CLASS).orElseThrow();
        String translated = POSIX.get(posix.group(2));
        if (translated == null) {
            throw fault("unknown class [:" + posix.group(2) + ":]");
        }
        java.append(posix.group(1).isEmpty() ? translated : "[^" + translated + "]");
        position = posix.end();
    }

    private Optional<Matcher> at(Pattern what) {
        Matcher matcher = what.matcher(pcre);
        return matcher.find(position) ? Optional.of(matcher) : Optional.empty();
    }

    private static String firstOf(Matcher matcher) {
        for (int i = 1; i <= matcher.groupCount(); i++) {
            if (matcher.group(i) != null) {
                return matcher.group(i);
            }
        }
        throw new AssertionError(matcher);
    }

    private PatternSyntaxException unsupported(String what) {
        return fault(what + " is not supported");
    }

    private PatternSyntaxException fault(String message) {
        return new PatternSyntaxException(message, pcre, position);
    }
}
