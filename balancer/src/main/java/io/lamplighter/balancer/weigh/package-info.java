/**
 * Duty: samples and reports → weights → publish one snapshot. One cold thread computes and publishes; any thread may ask what
 * the weights are and why. Begin at {@link io.lamplighter.balancer.weigh.WeightPolicy}, which holds the formulas.
 */
@NullMarked
package io.lamplighter.balancer.weigh;

import org.jspecify.annotations.NullMarked;
