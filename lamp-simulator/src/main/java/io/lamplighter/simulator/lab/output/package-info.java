/** How results are shown: tables for terminals, CSV, and drawings as SVG. Knows nothing of what was measured. */
@NullMarked
package io.lamplighter.simulator.lab.output;

import org.jspecify.annotations.NullMarked;
