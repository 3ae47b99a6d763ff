/**
 * Text in nginx's {@code stream} language → directives with file and line → immutable records.
 *
 * <p>Everything here happens on the thread that starts or reloads the balancer; the records are read by every thread and
 * never change. Begin at {@code ConfigLoader}; {@link io.lamplighter.balancer.config.BalancerConfig} is what it makes.
 */
@NullMarked
package io.lamplighter.balancer.config;

import org.jspecify.annotations.NullMarked;
