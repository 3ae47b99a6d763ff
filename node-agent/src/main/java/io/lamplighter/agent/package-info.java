/** The node agent: samples its host and reports to the balancers. */
package io.lamplighter.agent;
