package io.lamplighter.balancer.config;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** What went wrong with a file, in the words of the system. */
public final class FileErrors {
    private FileErrors() {}

    /** As the system says it, with Linux's error number where Java tells which error it was. */
    public static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "2: No such file or directory";
        }
        if (e instanceof AccessDeniedException) {
            return "13: Permission denied";
        }
        if (e instanceof NotDirectoryException) {
            return "20: Not a directory";
        }
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }
}
