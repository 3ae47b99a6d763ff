/**
 * The node agent: samples its host and reports to the balancers. One thread samples and sends, a second one resolves names.
 * Begin at {@link io.lamplighter.agent.Agent}; the way of a figure is {@code OshiSampler}, {@code IdleMeter},
 * {@code Reporter}, {@code ReportSender}.
 */
package io.lamplighter.agent;
