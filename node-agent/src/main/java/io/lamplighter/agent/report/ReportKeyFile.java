package io.lamplighter.agent.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads a key file: one key per line, {@code <id 0..255> <base64 of 16 or more bytes>}; lines that are empty or begin with
 * {@code #} are skipped. Messages name file, line and what was expected, and never a secret.
 */
public final class ReportKeyFile {
    private ReportKeyFile() {}

    /**
     * Reads every key of a file.
     *
     * @return the keys in file order, at least one, no id twice
     * @throws IOException when the file cannot be read, or its text is not as above
     */
    public static List<ReportKey> read(Path file) throws IOException {
        List<ReportKey> keys = new ArrayList<>();
        Set<Integer> ids = new HashSet<>();
        int lineNumber = 0;
        // Latin-1 reads any byte: comments may be in any encoding, and a foreign byte in a key gets its line in the
        // message.
        for (String line :
                Files.readString(file, StandardCharsets.ISO_8859_1).lines().toList()) {
            lineNumber++;
            String text = line.strip();
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            String where = file + ":" + lineNumber;
            ReportKey key = key(text, where);
            if (!ids.add(key.id())) {
                throw new IOException(where + ": there is a key " + key.id() + " already");
            }
            keys.add(key);
        }
        if (keys.isEmpty()) {
            throw new IOException(file + ": there is no key in it, expected lines of \"<id 0..255> <base64>\"");
        }
        return keys;
    }

    private static ReportKey key(String text, String where) throws IOException {
        String[] words = text.split("\\s+", -1);
        if (words.length != 2) {
            throw new IOException(where + ": expected \"<id 0..255> <base64>\", found " + words.length + " words");
        }
        try {
            return new ReportKey(id(words[0], where), secret(words[1], where));
        } catch (IllegalArgumentException e) {
            throw new IOException(where + ": " + e.getMessage(), e);
        }
    }

    private static int id(String word, String where) throws IOException {
        // The word is not repeated: in a line with its two words swapped it would be the secret.
        if (!word.matches("[0-9]{1,3}")) {
            throw new IOException(where + ": a line must begin with the id of the key, 0..255");
        }
        return Integer.parseInt(word);
    }

    private static byte[] secret(String word, String where) throws IOException {
        try {
            return Base64.getDecoder().decode(word);
        } catch (IllegalArgumentException e) {
            // The decoder's message would quote a character of the secret.
            throw new IOException(where + ": the key is not valid base64");
        }
    }
}
