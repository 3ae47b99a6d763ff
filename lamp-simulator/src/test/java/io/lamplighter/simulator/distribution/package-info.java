/**
 * What the build leaves behind and what surrounds it: the distribution directory, its launchers and units, the README's
 * commands and the script CI runs. Begin at {@link io.lamplighter.simulator.distribution.Repository}, which knows where
 * these lie.
 */
@NullMarked
package io.lamplighter.simulator.distribution;

import org.jspecify.annotations.NullMarked;
