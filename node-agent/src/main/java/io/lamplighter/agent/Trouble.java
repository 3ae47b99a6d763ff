package io.lamplighter.agent;

import org.slf4j.Logger;

/**
 * One kind of expected trouble: each time is counted, and the log hears of it when it begins, changes or ends, not each
 * second.
 *
 * <p>Not for use by several threads.
 */
final class Trouble {
    private final Logger log;
    private final String doing;
    private String last = "";
    private long count;

    /** @param doing what goes wrong, as it begins a log line: {@code sending to 10.0.0.1:7946} */
    Trouble(Logger log, String doing) {
        this.log = log;
        this.doing = doing;
    }

    void occurred(String what) {
        count++;
        if (!what.equals(last)) {
            log.warn("{}: {}", doing, what);
        }
        last = what;
    }

    void isOver() {
        if (!last.isEmpty()) {
            log.info("{} works again; {} failures so far", doing, count);
        }
        last = "";
    }

    long count() {
        return count;
    }
}
