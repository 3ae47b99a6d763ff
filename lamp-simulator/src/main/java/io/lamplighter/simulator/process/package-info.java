/** Processes that a program of ours starts and that must not outlive it. */
@NullMarked
package io.lamplighter.simulator.process;

import org.jspecify.annotations.NullMarked;
