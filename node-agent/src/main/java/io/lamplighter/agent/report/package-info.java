/**
 * The load report: what an agent tells the balancers about its host, and the bytes it travels in. JDK only, because the
 * balancer and the simulator use this package too. Nothing here holds state; any thread may call anything. Begin at
 * {@link io.lamplighter.agent.report.LoadReportCodec}.
 */
package io.lamplighter.agent.report;
