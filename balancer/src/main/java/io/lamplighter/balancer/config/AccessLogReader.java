package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.config.Template.Escape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** {@code log_format} and {@code access_log} → {@link AccessLogConfig}s. */
final class AccessLogReader {
    private static final String ESCAPE = "escape=";

    /** A format by its name; {@code order} is where it stands. */
    private record Format(Template line, int order) {}

    private final Reading reading;
    private final Map<String, Format> formats = new LinkedHashMap<>();

    AccessLogReader(Reading reading, Block stream) {
        this.reading = reading;
        stream.all(Directive.LOG_FORMAT).forEach(this::readFormat);
    }

    /** Where sessions are written; nowhere when any line says {@code off}, as in nginx. */
    List<AccessLogConfig> read(List<Clause> accessLogs) {
        List<AccessLogConfig> logs = new ArrayList<>();
        boolean isOff = false;
        for (Clause clause : accessLogs) {
            if (clause.argument(0).text().equals("off")) {
                isOff = true;
                refuseFrom(clause, 1);
            } else {
                log(clause).ifPresent(logs::add);
            }
        }
        return isOff ? List.of() : logs;
    }

    private Optional<AccessLogConfig> log(Clause clause) {
        Word file = clause.argument(0);
        if (file.text().startsWith("syslog:")) {
            reading.diagnostics().fault(file, "logging to syslog is not supported, found \"" + file.text() + "\"");
            return Optional.empty();
        }
        if (clause.arguments().size() < 2) {
            reading.diagnostics().fault(clause.name(), "log format is not specified");
            return Optional.empty();
        }
        refuseFrom(clause, 2);
        Optional<Template> format = format(clause.argument(1));
        return reading.underPrefix(file).flatMap(path -> format.map(line -> new AccessLogConfig(path, line)));
    }

    private void refuseFrom(Clause clause, int index) {
        clause.arguments().stream().skip(index).forEach(word -> reading.unknownParameter(word));
    }

    private Optional<Template> format(Word name) {
        Format format = formats.get(key(name));
        if (format == null || format.order > name.order()) {
            String hint = format == null ? "" : ", it is defined further down";
            reading.diagnostics().fault(name, "unknown log format \"" + name.text() + "\"" + hint);
            return Optional.empty();
        }
        return Optional.of(format.line);
    }

    private void readFormat(Clause clause) {
        Word name = clause.argument(0);
        List<Word> strings = clause.arguments().subList(1, clause.arguments().size());
        Escape escape = Escape.DEFAULT;
        if (strings.get(0).text().startsWith(ESCAPE)) {
            escape = escape(strings.get(0));
            strings = strings.subList(1, strings.size());
        }
        Template line = new TemplateParser(reading.diagnostics()).parse(strings, escape);
        if (formats.putIfAbsent(key(name), new Format(line, name.order())) != null) {
            reading.diagnostics().fault(name, "duplicate \"log_format\" name \"" + name.text() + "\"");
        }
    }

    private Escape escape(Word word) {
        return switch (word.after(ESCAPE).text()) {
            case "default" -> Escape.DEFAULT;
            case "json" -> Escape.JSON;
            case "none" -> Escape.NONE;
            default -> {
                reading.diagnostics()
                        .fault(
                                word,
                                "unknown log format escaping \""
                                        + word.after(ESCAPE).text()
                                        + "\", it must be \"default\", \"json\" or \"none\"");
                yield Escape.DEFAULT;
            }
        };
    }

    /** nginx finds formats whatever the case of their letters. */
    private static String key(Word name) {
        return name.text().toLowerCase(Locale.ROOT);
    }
}
