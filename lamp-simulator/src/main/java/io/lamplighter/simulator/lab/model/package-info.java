/**
 * The model of a lamp cloud around the balancer's own classes: nodes with agents, traffic, and balancers that are the production
 * selector, weight loop and report gate under a virtual clock. One run is one {@link io.lamplighter.simulator.lab.model.World},
 * on one thread; begin there.
 */
@NullMarked
package io.lamplighter.simulator.lab.model;

import org.jspecify.annotations.NullMarked;
