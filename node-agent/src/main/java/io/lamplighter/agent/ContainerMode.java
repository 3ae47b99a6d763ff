package io.lamplighter.agent;

/** Whose processor time and memory are measured. */
enum ContainerMode {
    /** The host's, and those of each control group that limits the agent's container more than the host does. */
    AUTO,
    /** Those of the container only. */
    ON,
    /** Those of the host only. */
    OFF
}
