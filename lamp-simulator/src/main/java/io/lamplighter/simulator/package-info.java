/** Lamps, emulated cloud nodes, and the tests that run everything together. */
package io.lamplighter.simulator;
