package io.lamplighter.balancer.config;

import io.lamplighter.balancer.variable.Regex;
import java.util.Optional;

/**
 * A name of {@code server_name}.
 *
 * @param text as {@code $server_name} shows it, octets: an expression with its {@code ~}, a name that stands for all below it
 *     without its dot
 * @param pattern a name or wildcard in lower case, empty for the server without a name; for an expression the expression
 * @param regex the expression, if it is one
 * @param source where it stands
 */
public record ServerName(String text, String pattern, Optional<Regex> regex, Source source) {}
