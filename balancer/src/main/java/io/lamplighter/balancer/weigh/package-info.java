/**
 * Duty: samples and reports → weights and predicted response times → publish one snapshot. One cold thread computes and publishes; any
 * thread may ask what came of it and why. Nothing here has a clock, a thread or a source of chance of its own, so a simulator runs
 * these very classes in virtual time; {@code docs/decisions/0002-policies-run-under-any-clock.md} shows how.
 *
 * <p>Begin at {@link io.lamplighter.balancer.weigh.WeightLoop}, which does everything in its turn. The formulas are in {@link
 * io.lamplighter.balancer.weigh.WeightPolicy} ({@code dynamic_weight}), {@link io.lamplighter.balancer.weigh.AdaptiveRule} with {@link
 * io.lamplighter.balancer.weigh.LearntCapacity} ({@code adaptive}) and {@link io.lamplighter.balancer.weigh.PredictedGroup} ({@code arima},
 * {@code response_time}).
 */
@NullMarked
package io.lamplighter.balancer.weigh;

import org.jspecify.annotations.NullMarked;
