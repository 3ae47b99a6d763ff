package io.lamplighter.agent;

/** Chooses the agent's log format; has to run before the first logger is made. */
final class AgentLogging {
    private static final String CONFIGURATION = "logback.configurationFile";
    private static final String PATTERN = "lamplighter.agent.logPattern";

    private AgentLogging() {}

    static void configure() {
        // The journal puts its own time before each line.
        boolean isJournal = System.getenv("JOURNAL_STREAM") != null;
        setUnlessSet(PATTERN, (isJournal ? "" : "%d{ISO8601} ") + "%level %msg%n");
        // Not logback.xml: the balancer's jar lies on the same class path and has a format of its own.
        setUnlessSet(CONFIGURATION, "lamplighter-agent-logback.xml");
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }
}
