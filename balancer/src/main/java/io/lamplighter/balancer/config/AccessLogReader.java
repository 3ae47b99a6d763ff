package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.AccessLogConfig.Buffering;
import io.lamplighter.balancer.config.AccessLogConfig.Cache;
import io.lamplighter.balancer.config.AccessLogConfig.Target;
import io.lamplighter.balancer.config.AccessLogConfig.ToComputedFile;
import io.lamplighter.balancer.config.AccessLogConfig.ToFile;
import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.variable.LogLine;
import io.lamplighter.balancer.variable.LogLine.Escape;
import io.lamplighter.balancer.variable.Template;
import java.nio.file.Path;
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
    private record Format(LogLine line, int order) {}

    private final Reading reading;
    private final Map<String, Format> formats = new LinkedHashMap<>();

    AccessLogReader(Reading reading, Block stream) {
        this.reading = reading;
        stream.all(Directive.LOG_FORMAT).forEach(this::readFormat);
    }

    /** Where sessions are written; nowhere when any line says {@code off}, as in nginx. */
    List<AccessLogConfig> read(Settings settings) {
        Cache cache = cache(settings);
        List<AccessLogConfig> logs = new ArrayList<>();
        boolean isOff = false;
        for (Clause clause : settings.clauses(Directive.ACCESS_LOG)) {
            if (clause.argument(0).text().equals("off")) {
                isOff = true;
                clause.arguments().stream().skip(1).forEach(word -> reading.unknownParameter(word));
            } else {
                log(clause, cache).ifPresent(logs::add);
            }
        }
        return isOff ? List.of() : logs;
    }

    private Optional<AccessLogConfig> log(Clause clause, Cache cache) {
        if (clause.arguments().size() < 2) {
            reading.diagnostics().fault(clause.name(), "log format is not specified");
            return Optional.empty();
        }
        Parameters parameters = new Parameters();
        clause.arguments().stream().skip(2).forEach(parameters::read);
        Optional<LogLine> format = format(clause.argument(1));
        Optional<Target> target = target(clause.argument(0), parameters.buffering(clause), cache);
        return target.flatMap(where -> format.map(line -> new AccessLogConfig(where, line, parameters.condition)));
    }

    private Optional<Target> target(Word word, Optional<Buffering> buffering, Cache cache) {
        if (word.text().startsWith(SyslogReader.PREFIX)) {
            if (buffering.isPresent()) {
                reading.diagnostics().fault(word, "logs to syslog cannot be buffered");
            }
            return SyslogReader.read(reading, word).map(Target.class::cast);
        }
        if (TemplateReader.hasVariables(word.text())) {
            if (buffering.isPresent()) {
                reading.diagnostics().fault(word, "buffered logs cannot have variables in name");
            }
            return Optional.of(
                    new ToComputedFile(reading.prefix(), reading.templates().parse(word), cache));
        }
        Optional<Path> file = reading.underPrefix(word);
        file.ifPresent(reading.logFiles()::add);
        return file.map(path -> new ToFile(path, buffering));
    }

    /** What follows the format. */
    private final class Parameters {
        private static final int DEFAULT_BUFFER_BYTES = 64 * 1024;

        private Optional<Template> condition = Optional.empty();
        private int bufferBytes;
        private long flushMs;
        private int gzipLevel;

        void read(Word word) {
            String text = word.text();
            if (text.startsWith("buffer=")) {
                bufferBytes = (int) reading.parameter(word, "buffer=", ValueRule.size(1));
            } else if (text.startsWith("flush=")) {
                flushMs = reading.parameter(word, "flush=", ValueRule.msec(1, ValueRule.MAX_TIME_MS));
            } else if (text.equals("gzip")) {
                gzipLevel = 1;
            } else if (text.startsWith("gzip=")) {
                gzipLevel = (int) reading.parameter(word, "gzip=", ValueRule.number(1, 9));
            } else if (text.startsWith("if=")) {
                condition = Optional.of(reading.templates().parse(word.after("if=")));
            } else {
                reading.unknownParameter(word);
            }
        }

        Optional<Buffering> buffering(Clause clause) {
            boolean isBuffered = bufferBytes > 0 || gzipLevel > 0;
            if (flushMs > 0 && !isBuffered) {
                reading.diagnostics().fault(clause.name(), "no buffer is defined for access_log with \"flush=\"");
            }
            return isBuffered
                    ? Optional.of(
                            new Buffering(bufferBytes > 0 ? bufferBytes : DEFAULT_BUFFER_BYTES, flushMs, gzipLevel))
                    : Optional.empty();
        }
    }

    private Cache cache(Settings settings) {
        Optional<Clause> clause = settings.clause(Directive.OPEN_LOG_FILE_CACHE);
        if (clause.isEmpty() || clause.get().argument(0).text().equals("off")) {
            return Cache.NONE;
        }
        long files = 0;
        long inactiveMs = 10_000;
        long minUses = 1;
        long validMs = 60_000;
        for (Word word : clause.get().arguments()) {
            if (word.text().startsWith("max=")) {
                files = reading.parameter(word, "max=", ValueRule.number(1));
            } else if (word.text().startsWith("inactive=")) {
                inactiveMs = reading.parameter(word, "inactive=", ValueRule.seconds(0));
            } else if (word.text().startsWith("min_uses=")) {
                minUses = reading.parameter(word, "min_uses=", ValueRule.number(1));
            } else if (word.text().startsWith("valid=")) {
                validMs = reading.parameter(word, "valid=", ValueRule.seconds(0));
            } else {
                reading.unknownParameter(word);
            }
        }
        if (files == 0) {
            reading.diagnostics().fault(clause.get().name(), "\"open_log_file_cache\" must have \"max\" parameter");
        }
        return new Cache((int) files, inactiveMs, (int) minUses, validMs);
    }

    private Optional<LogLine> format(Word name) {
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
        LogLine line = new LogLine(reading.templates().parse(strings), escape);
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
