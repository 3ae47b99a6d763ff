package io.lamplighter.balancer.variable;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A {@code map}: its values by those of another template. Names come first, in the order of {@link NameTable}, then regular
 * expressions in the order in which they stand, then the default.
 *
 * @param source what is looked up
 * @param isOfHosts whether a dot at the end of the source is dropped, as of the name of a host
 * @param names what stands for itself
 * @param regexes in order
 * @param fallback the default
 */
public record MapTable(
        Template source, boolean isOfHosts, NameTable<Template> names, List<Entry> regexes, Template fallback)
        implements Defined.Definition {
    /** A regular expression and what it stands for. */
    public record Entry(Regex regex, Template value) {}

    public MapTable {
        regexes = List.copyOf(regexes);
    }

    @Override
    public String evaluate(Values session) {
        String sought = source.expand(session);
        if (isOfHosts && sought.endsWith(".")) {
            sought = sought.substring(0, sought.length() - 1);
        }
        Template found = find(sought, session);
        return (found == null ? fallback : found).expand(session);
    }

    private @Nullable Template find(String sought, Values session) {
        Template named = names.find(sought);
        if (named != null) {
            return named;
        }
        for (Entry entry : regexes) {
            if (entry.regex.find(sought, session)) {
                return entry.value;
            }
        }
        return null;
    }
}
