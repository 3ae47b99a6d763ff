package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.config.MqttConfig.Change;
import io.lamplighter.balancer.config.MqttConfig.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code mqtt} and the directives beside it → an {@link MqttConfig}. */
final class MqttReader {
    private static final int DEFAULT_BUFFERS = 100;
    private static final int DEFAULT_BUFFER_BYTES = 1024;

    private static final ValueRule NUMBER = ValueRule.number(2);
    private static final ValueRule SIZE = ValueRule.size(1);

    private final Reading reading;

    MqttReader(Reading reading) {
        this.reading = reading;
    }

    /** Empty where nothing is to be changed. */
    Optional<MqttConfig> read(Settings settings) {
        List<Change> changes = new ArrayList<>();
        settings.clauses(Directive.MQTT_SET_CONNECT)
                .forEach(clause -> change(clause).ifPresent(changes::add));
        long mostBytes = settings.clause(Directive.MQTT_BUFFERS)
                .map(this::mostBytes)
                .orElse((long) DEFAULT_BUFFERS * DEFAULT_BUFFER_BYTES);
        return settings.flag(Directive.MQTT) && !changes.isEmpty()
                ? Optional.of(new MqttConfig(changes, (int) Math.min(mostBytes, Integer.MAX_VALUE)))
                : Optional.empty();
    }

    private Optional<Change> change(Clause clause) {
        Word name = clause.argument(0);
        for (Field field : Field.values()) {
            if (field.name().toLowerCase(Locale.ROOT).equals(name.text())) {
                return Optional.of(new Change(field, reading.templates().parse(clause.argument(1))));
            }
        }
        reading.invalidParameter(name, "it must be \"clientid\", \"username\" or \"password\"");
        return Optional.empty();
    }

    private long mostBytes(Clause clause) {
        return value(clause.argument(0), NUMBER) * value(clause.argument(1), SIZE);
    }

    private long value(Word word, ValueRule rule) {
        Optional<String> complaint = rule.complaint(word.text());
        complaint.ifPresent(expected -> reading.invalidParameter(word, expected));
        return rule.parse(word.text()).orElse(1);
    }
}
