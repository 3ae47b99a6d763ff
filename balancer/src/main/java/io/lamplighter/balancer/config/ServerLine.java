package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A {@code server} line that is made while the balancer runs, understood by the rules of the configuration, or refused. Its parameters are
 * words of the language by their names; those without a value, such as {@code backup}, have an empty one.
 *
 * <p>Threads: any.
 */
public sealed interface ServerLine {
    /** It is right. */
    record Accepted(UpstreamServer server) implements ServerLine {}

    /** It is wrong; the sentence names parameter, value and what was expected. */
    record Refused(String sentence) implements ServerLine {}

    /** Words of these need no quotes in a file. */
    Pattern PLAIN = Pattern.compile("[\\w.:=/%@+,*~\\[\\]-]+");

    /** What stands for octets that are no character. */
    char UNREADABLE = 0xFFFD;

    /** Neither a file nor a line of one. */
    Source API = new Source("api", 0);

    /**
     * A new line of a group. A name is followed, as if {@code resolve} were said.
     *
     * @param group whose method and resolver count
     */
    static ServerLine added(String address, Map<String, String> parameters, UpstreamConfig group) {
        Reading reading = reading();
        Word at = word(reading, address);
        Map<String, String> all = new LinkedHashMap<>(parameters);
        if (UpstreamServerReader.isName(at)) {
            all.put("resolve", "");
        }
        List<Word> parameterWords = words(reading, all);
        List<Word> words = new ArrayList<>(List.of(at));
        words.addAll(parameterWords);
        Clause clause =
                new Clause(Directive.UPSTREAM_SERVER, new Statement(word(reading, "server"), words, null), Block.EMPTY);
        Optional<ResolverConfig> resolver = group.zone().flatMap(UpstreamConfig.Zone::resolver);
        return outcome(reading, group, parameterWords, UpstreamServerReader.read(reading, clause, resolver));
    }

    /** A line with other parameters in the place of all it had, and the same address. */
    static ServerLine changed(UpstreamServer line, Map<String, String> parameters, UpstreamConfig group) {
        Reading reading = reading();
        List<Word> words = words(reading, parameters);
        return outcome(reading, group, words, Optional.of(UpstreamServerReader.changed(reading, line, words)));
    }

    private static ServerLine outcome(
            Reading reading, UpstreamConfig group, List<Word> words, Optional<UpstreamServer> server) {
        UpstreamReader.refuseUnsupported(reading, group.method(), words);
        List<Fault> faults = reading.diagnostics().faults();
        return faults.isEmpty()
                ? new Accepted(server.orElseThrow())
                : new Refused(faults.stream().map(Fault::message).collect(Collectors.joining("; ")));
    }

    private static Reading reading() {
        Diagnostics diagnostics = new Diagnostics();
        return new Reading(
                diagnostics,
                new SourceFiles(diagnostics),
                new Addresses(NameResolver.system()),
                new Sockets(diagnostics),
                Path.of(""),
                Path.of(""),
                1,
                new TemplateReader(diagnostics),
                new HashSet<>());
    }

    private static List<Word> words(Reading reading, Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(entry -> word(reading, text(entry.getKey(), entry.getValue())))
                .toList();
    }

    private static Word word(Reading reading, String text) {
        Word word = new Word(text, API, reading.diagnostics().nextOrder());
        if (text.codePoints().anyMatch(ServerLine::isForbidden)) {
            reading.invalidParameter(word, "it must have no control characters");
        }
        return word;
    }

    /** What no file could have. */
    private static boolean isForbidden(int c) {
        return Character.isISOControl(c) || c == UNREADABLE || Character.getType(c) == Character.SURROGATE;
    }

    private static String text(String parameter, String value) {
        return value.isEmpty() ? parameter : parameter + "=" + value;
    }

    /** The parameters that say of a line what it is, without those that have their default. */
    static Map<String, String> parameters(UpstreamServer line) {
        Map<String, String> parameters = new LinkedHashMap<>();
        putIf(parameters, line.weightGiven(), "weight", line.weight());
        putIf(parameters, line.maxConns() != 0, "max_conns", line.maxConns());
        putIf(parameters, line.maxFails() != UpstreamServer.DEFAULT_MAX_FAILS, "max_fails", line.maxFails());
        boolean isOwnTimeout = line.failTimeoutMs() != UpstreamServer.DEFAULT_FAIL_TIMEOUT_MS;
        putIf(parameters, isOwnTimeout, "fail_timeout", time(line.failTimeoutMs()));
        putIf(parameters, line.slowStartMs() != 0, "slow_start", time(line.slowStartMs()));
        putIf(parameters, line.backup(), "backup", "");
        putIf(parameters, line.drain(), "drain", "");
        putIf(parameters, line.down(), "down", "");
        line.node().ifPresent(node -> parameters.put("node", node));
        service(line).ifPresent(service -> parameters.put("service", service));
        putIf(parameters, line.follow().isPresent(), "resolve", "");
        return parameters;
    }

    private static void putIf(Map<String, String> parameters, boolean isSaid, String parameter, Object value) {
        if (isSaid) {
            parameters.put(parameter, value.toString());
        }
    }

    /** The service whose servers the line means, such as {@code _http._tcp}; empty if it has none. */
    static Optional<String> service(UpstreamServer line) {
        return line.follow()
                .flatMap(name -> name.service()
                        .map(asked ->
                                asked.substring(0, asked.length() - name.host().length() - 1)));
    }

    /** A time as the language has it. */
    static String time(long ms) {
        return ms % 1_000 == 0 ? ms / 1_000 + "s" : ms + "ms";
    }

    /** The line as it stands in a file, without its end. */
    static String text(UpstreamServer line) {
        StringBuilder text = new StringBuilder("server ").append(quoted(line.name()));
        parameters(line).forEach((parameter, value) -> text.append(' ').append(quoted(text(parameter, value))));
        return text.append(';').toString();
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches()
                ? word
                : '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
