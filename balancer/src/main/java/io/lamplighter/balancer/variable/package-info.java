/**
 * Duty: text that is computed for a session: templates, the variables they name, and the tables (map, geo, split_clients)
 * that define variables.
 *
 * <p>A value is a string of octets: each character is one byte, 0 to 255, as nginx's values are bytes. So addresses in binary
 * form, raw bytes of clients and UTF-8 of the configuration pass unchanged; {@link Octets} leads in and out. A value that is
 * not there is null, which is not the same as an empty one.
 *
 * <p>Everything but {@link Values} is built while a configuration is read, and never changes after that. Begin at
 * {@link Template}.
 */
@NullMarked
package io.lamplighter.balancer.variable;

import org.jspecify.annotations.NullMarked;
