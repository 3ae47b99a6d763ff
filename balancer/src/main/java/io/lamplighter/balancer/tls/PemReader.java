package io.lamplighter.balancer.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Certificates, keys and revocation lists in PEM files, in every form that OpenSSL writes. Names are relative to a directory;
 * one that begins with {@code data:} is followed by the PEM itself.
 */
public final class PemReader {
    private static final String DATA = "data:";
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----\\R.*?-----END \\1-----", Pattern.DOTALL);
    /** OpenSSL's words. In a trusted one further data follow, which is not looked at. */
    private static final Set<String> CERTIFICATES = Set.of("CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE");

    private static final Set<String> REVOCATION_LISTS = Set.of("X509 CRL");

    private final Path directory;

    /** @param directory what names are relative to */
    public PemReader(Path directory) {
        this.directory = directory;
    }

    /** A key, and whether a password was needed for it. */
    record Key(PrivateKey key, boolean isEncrypted) {}

    /**
     * What stands between two lines that say BEGIN and END.
     *
     * @param type what they say it is
     * @param text with both lines
     */
    private record Block(String type, String text) {
        byte[] bytes() {
            String body = text.substring(text.indexOf('\n') + 1, text.lastIndexOf("-----END"));
            return Base64.getMimeDecoder().decode(body);
        }
    }

    /** Makes something of a block's bytes. */
    private interface Parser<T> {
        T parse(CertificateFactory factory, InputStream bytes) throws GeneralSecurityException;
    }

    /**
     * Every certificate of a file in order, at least one.
     *
     * @throws TlsException if it cannot be read or holds none
     */
    public List<X509Certificate> certificates(String name) throws TlsException {
        return all(
                name, CERTIFICATES, "certificate", (factory, in) -> (X509Certificate) factory.generateCertificate(in));
    }

    /**
     * Every revocation list of a file, at least one.
     *
     * @throws TlsException if it cannot be read or holds none
     */
    public List<X509CRL> revocationLists(String name) throws TlsException {
        return all(name, REVOCATION_LISTS, "revocation list", (factory, in) -> (X509CRL) factory.generateCRL(in));
    }

    private <T> List<T> all(String name, Set<String> types, String what, Parser<T> parser) throws TlsException {
        List<T> found = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (Block block : blocks(name)) {
                if (types.contains(block.type)) {
                    found.add(parser.parse(factory, new ByteArrayInputStream(block.bytes())));
                }
            }
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw TlsException.because("cannot load " + what + " \"" + shown(name) + "\"", readable(e));
        }
        if (found.isEmpty()) {
            throw new TlsException("cannot load " + what + " \"" + shown(name) + "\": it holds no " + what + " in PEM");
        }
        return found;
    }

    /**
     * The first key of a file.
     *
     * @param passwords tried in order on a key that is encrypted
     * @throws TlsException if it cannot be read, holds none, or no password fits
     */
    Key key(String name, List<String> passwords) throws TlsException {
        String what = "cannot load certificate key \"" + shown(name) + "\"";
        try {
            for (Block block : blocks(name)) {
                if (block.type.endsWith("PRIVATE KEY")) {
                    return key(block, passwords);
                }
            }
        } catch (IOException | TlsException | IllegalArgumentException e) {
            throw TlsException.because(what, readable(e));
        }
        throw new TlsException(what + ": it holds no key in PEM");
    }

    private static Key key(Block block, List<String> passwords) throws IOException, TlsException {
        if (block.type.equals("PRIVATE KEY")) {
            return new Key(Pkcs8.plain(block.bytes()), false);
        }
        if (block.type.equals("ENCRYPTED PRIVATE KEY") && Pkcs8.canDecrypt(block.bytes())) {
            return new Key(Pkcs8.decrypt(block.bytes(), passwords), true);
        }
        return OtherKeys.read(block.text, passwords);
    }

    private List<Block> blocks(String name) throws IOException {
        return BLOCK.matcher(text(name))
                .results()
                .map(block -> new Block(block.group(1), block.group()))
                .toList();
    }

    private String text(String name) throws IOException {
        if (name.startsWith(DATA)) {
            return name.substring(DATA.length());
        }
        if (name.startsWith("engine:") || name.startsWith("store:")) {
            throw new IOException("keys of OpenSSL engines and stores are not supported");
        }
        return new String(Files.readAllBytes(path(name)), StandardCharsets.ISO_8859_1);
    }

    private Path path(String name) throws IOException {
        try {
            return directory.resolve(name);
        } catch (InvalidPathException e) {
            throw new IOException("no file can have that name", e);
        }
    }

    /** Never what follows {@code data:}, which may be a key. */
    private String shown(String name) {
        try {
            return name.startsWith(DATA) ? "data:..." : directory.resolve(name).toString();
        } catch (InvalidPathException e) {
            return name;
        }
    }

    /** Java's messages of a missing file are nothing but its name. */
    private static Exception readable(Exception cause) {
        if (cause instanceof NoSuchFileException) {
            return new IOException("open() failed (2: No such file or directory)");
        }
        return cause instanceof AccessDeniedException
                ? new IOException("open() failed (13: Permission denied)")
                : cause;
    }

    /** The lines of a password file, which may be a pipe that can be read once only. */
    public List<String> passwords(String name) throws TlsException {
        try {
            return text(name).lines().filter(line -> !line.isEmpty()).toList();
        } catch (IOException e) {
            throw TlsException.because("cannot load password file \"" + shown(name) + "\"", readable(e));
        }
    }

    /** The bytes of a file that is no PEM. */
    public byte[] bytes(String name) throws TlsException {
        try {
            return Files.readAllBytes(path(name));
        } catch (IOException e) {
            throw TlsException.because("cannot load \"" + shown(name) + "\"", readable(e));
        }
    }
}
