/** What repetitions say: means with their intervals, and differences between pairs. */
@NullMarked
package io.lamplighter.simulator.lab.stats;

import org.jspecify.annotations.NullMarked;
