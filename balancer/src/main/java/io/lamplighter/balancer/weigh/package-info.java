/** Duty: samples and reports → weights → publish one snapshot. */
@NullMarked
package io.lamplighter.balancer.weigh;

import org.jspecify.annotations.NullMarked;
