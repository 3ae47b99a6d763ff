/** Duty: show state over HTTP. */
@NullMarked
package io.lamplighter.balancer.admin;

import org.jspecify.annotations.NullMarked;
