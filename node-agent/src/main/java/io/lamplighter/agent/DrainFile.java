package io.lamplighter.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks for no new sessions for as long as a file exists. Where it cannot be told whether it does, the answer stays as it was:
 * a directory that lost its permissions must not send sessions to a node that is about to be stopped.
 *
 * <p>Not for use by several threads.
 */
final class DrainFile implements BooleanSupplier {
    private static final Logger LOG = LoggerFactory.getLogger(DrainFile.class);

    private final Path file;
    private final Trouble looking;
    private boolean draining;

    DrainFile(Path file) {
        this.file = file;
        this.looking = new Trouble(LOG, "looking for the drain file " + file);
    }

    /** Looks now; says it when the answer is another than before. */
    @Override
    public boolean getAsBoolean() {
        try {
            becomes(exists());
            looking.isOver();
        } catch (IOException e) {
            looking.occurred(e.toString());
        }
        return draining;
    }

    private boolean exists() throws IOException {
        try {
            Files.readAttributes(file, BasicFileAttributes.class);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private void becomes(boolean now) {
        if (now && !draining) {
            LOG.info("draining, no new sessions are asked for: {} exists", file);
        }
        if (!now && draining) {
            LOG.info("no longer draining: {} is gone", file);
        }
        draining = now;
    }
}
