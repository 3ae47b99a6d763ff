/**
 * The demo: three emulated nodes, the balancer and lamps, each a process of its own, and the table that compares what the
 * nodes got with what their weights promised. Everything happens on the main thread but the reading of children's output and
 * the polling of the balancer's state. Begin at {@link io.lamplighter.simulator.demo.Demo}.
 */
@NullMarked
package io.lamplighter.simulator.demo;

import org.jspecify.annotations.NullMarked;
