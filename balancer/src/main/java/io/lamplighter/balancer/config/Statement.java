package io.lamplighter.balancer.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A directive as it was written; nothing about it is checked yet.
 *
 * @param name the first word
 * @param arguments the words after the name
 * @param block what stands between braces; null when the directive ends with a semicolon
 */
record Statement(Word name, List<Word> arguments, @Nullable List<Statement> block) {}
