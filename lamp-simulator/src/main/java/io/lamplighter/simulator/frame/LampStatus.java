package io.lamplighter.simulator.frame;

import io.netty.buffer.ByteBuf;

/**
 * What a lamp says about itself: the first {@value #BYTES} bytes of the payload of a STATUS frame, network byte order.
 *
 * <pre>
 *    0        1        2        3        4        5        6        7
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 *  0| state  | dim, % | voltage, 0.1 V  |  current, mA    |  power, 0.1 W   |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 *  8|  temp., 0.1 °C  | illuminance, lx |      burning time, minutes        |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * </pre>
 *
 * @param state what it does
 * @param dimPercent light given, 0..100 % of its own full light
 * @param decivolts supply, 0..65,535 tenths of a volt
 * @param milliamperes current, 0..65,535
 * @param deciwatts power, 0..65,535 tenths of a watt
 * @param decidegrees temperature of its driver, -32,768..32,767 tenths of a degree Celsius
 * @param lux illuminance of the sky, 0..65,535
 * @param burningMinutes time it has burnt in its life
 */
public record LampStatus(
        State state,
        int dimPercent,
        int decivolts,
        int milliamperes,
        int deciwatts,
        int decidegrees,
        int lux,
        int burningMinutes) {
    /** Encoded length. */
    public static final int BYTES = 16;

    private static final int FULL_DECIWATTS = 600;
    private static final State[] STATES = State.values();

    /** What a lamp does; the number travels. */
    public enum State {
        OFF(0),
        ON(1),
        DIMMED(2),
        FAULT(3);

        final int number;

        State(int number) {
            this.number = number;
        }
    }

    /**
     * A plausible status that depends on nothing but its arguments, so that whoever gets it back can tell whether it is the
     * one that was sent.
     */
    public static LampStatus of(int lampId, int sequence) {
        long random = mix(((long) lampId << 32) ^ sequence);
        int dim = 40 + (int) (random & 63) % 61;
        int decivolts = 2250 + (int) (random >>> 8 & 127);
        int deciwatts = FULL_DECIWATTS * dim / 100;
        return new LampStatus(
                dim == 100 ? State.ON : State.DIMMED,
                dim,
                decivolts,
                deciwatts * 1000 / decivolts,
                deciwatts,
                200 + (int) (random >>> 16 & 255),
                (int) (random >>> 24 & 15),
                (lampId & 0xFFFF) * 60 + sequence);
    }

    /** Finalizer of the splitmix64 generator (Steele, Lea, Flood 2014): every bit of the result depends on every bit given. */
    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** The first eight bytes. */
    public long head() {
        return (long) state.number << 56
                | (long) (dimPercent & 0xFF) << 48
                | (long) (decivolts & 0xFFFF) << 32
                | (long) (milliamperes & 0xFFFF) << 16
                | (deciwatts & 0xFFFF);
    }

    /** The last eight bytes. */
    public long tail() {
        return (long) (decidegrees & 0xFFFF) << 48 | (long) (lux & 0xFFFF) << 32 | (burningMinutes & 0xFFFF_FFFFL);
    }

    /** Appends the encoded status. */
    public void write(ByteBuf target) {
        target.writeLong(head()).writeLong(tail());
    }

    /**
     * Reads a status.
     *
     * @throws IllegalArgumentException when the state is none
     */
    public static LampStatus read(ByteBuf source) {
        int state = source.readUnsignedByte();
        if (state >= STATES.length) {
            throw new IllegalArgumentException("state must be 0.." + (STATES.length - 1) + ", found " + state);
        }
        return new LampStatus(
                STATES[state],
                source.readUnsignedByte(),
                source.readUnsignedShort(),
                source.readUnsignedShort(),
                source.readUnsignedShort(),
                source.readShort(),
                source.readUnsignedShort(),
                source.readInt());
    }
}
