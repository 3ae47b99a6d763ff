/**
 * Duty: what a database in MaxMind's format knows of addresses. Begin at {@link io.lamplighter.balancer.geoip.GeoipDatabase}.
 *
 * <p>Threads: event loops look up in a file that is mapped into memory; a pool of Java's opens it anew.
 */
@NullMarked
package io.lamplighter.balancer.geoip;

import org.jspecify.annotations.NullMarked;
