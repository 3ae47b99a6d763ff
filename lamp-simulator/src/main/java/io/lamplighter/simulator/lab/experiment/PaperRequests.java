package io.lamplighter.simulator.lab.experiment;

import java.util.Random;

/** The requests of experiment [A]: 1,700 to 3,000 million instructions for machines of 1,000 million a second. */
final class PaperRequests {
    static final double MIPS = 1_000;
    static final int SHORTEST_MI = 1_700;
    static final int LONGEST_MI = 3_000;
    static final double MEAN_SECONDS = (SHORTEST_MI + LONGEST_MI) / 2 / MIPS;

    /** Sizes of a request's file and of its answer are drawn as well, in bytes up to these; nothing comes of them. */
    private static final int FILE_BYTES = 40_000;

    private static final int ANSWER_BYTES = 300;

    private PaperRequests() {}

    /** What the first requests of a seed take, seconds; for the seeds of {@link Random}, which all know. */
    static double[] works(int requests, long seed) {
        Random random = new Random(seed);
        double[] works = new double[requests];
        for (int i = 0; i < requests; i++) {
            works[i] = (SHORTEST_MI + random.nextInt(LONGEST_MI - SHORTEST_MI + 1)) / MIPS;
            int unusedFile = random.nextInt(FILE_BYTES + 1);
            int unusedAnswer = random.nextInt(ANSWER_BYTES + 1);
        }
        return works;
    }
}
