/**
 * The lamps' own protocol: frames over TCP, the same frames as UDP datagrams. Nothing here holds state except the decoder,
 * which belongs to one channel. Begin at {@link io.lamplighter.simulator.frame.LampFrameCodec}, where the bytes are drawn.
 */
@NullMarked
package io.lamplighter.simulator.frame;

import org.jspecify.annotations.NullMarked;
