package io.lamplighter.balancer.tls;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.CRLException;
import java.security.cert.CertificateException;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.X509CRLHolder;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CRLConverter;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMException;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.X509TrustedCertificateBlock;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8DecryptorProviderBuilder;
import org.bouncycastle.openssl.jcajce.JcePEMDecryptorProviderBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.bouncycastle.pkcs.PKCSException;
import org.jspecify.annotations.Nullable;

/**
 * Certificates, keys and revocation lists in PEM files, in every form that OpenSSL writes. Names are relative to a directory;
 * one that begins with {@code data:} is followed by the PEM itself.
 */
public final class PemReader {
    private static final String DATA = "data:";

    private final Path directory;

    /** @param directory what names are relative to */
    public PemReader(Path directory) {
        this.directory = directory;
    }

    /** A key, and whether a password was needed for it. */
    record Key(PrivateKey key, boolean isEncrypted) {}

    /**
     * Every certificate of a file in order, at least one.
     *
     * @throws TlsException if it cannot be read or holds none
     */
    public List<X509Certificate> certificates(String name) throws TlsException {
        String what = "cannot load certificate \"" + shown(name) + "\"";
        List<X509Certificate> found = new ArrayList<>();
        try {
            JcaX509CertificateConverter converter = new JcaX509CertificateConverter();
            for (Object object : objects(name)) {
                if (object instanceof X509CertificateHolder holder) {
                    found.add(converter.getCertificate(holder));
                } else if (object instanceof X509TrustedCertificateBlock block) {
                    found.add(converter.getCertificate(block.getCertificateHolder()));
                }
            }
        } catch (IOException | CertificateException e) {
            throw TlsException.because(what, readable(e));
        }
        if (found.isEmpty()) {
            throw new TlsException(what + ": it holds no certificate in PEM");
        }
        return found;
    }

    /**
     * Every revocation list of a file, at least one.
     *
     * @throws TlsException if it cannot be read or holds none
     */
    public List<X509CRL> revocationLists(String name) throws TlsException {
        String what = "cannot load revocation list \"" + shown(name) + "\"";
        List<X509CRL> found = new ArrayList<>();
        try {
            JcaX509CRLConverter converter = new JcaX509CRLConverter();
            for (Object object : objects(name)) {
                if (object instanceof X509CRLHolder holder) {
                    found.add(converter.getCRL(holder));
                }
            }
        } catch (IOException | CRLException e) {
            throw TlsException.because(what, readable(e));
        }
        if (found.isEmpty()) {
            throw new TlsException(what + ": it holds no revocation list in PEM");
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
            for (Object object : objects(name)) {
                PrivateKeyInfo plain = plainKey(object);
                if (plain != null) {
                    return new Key(new JcaPEMKeyConverter().getPrivateKey(plain), false);
                }
                if (object instanceof PEMEncryptedKeyPair || object instanceof PKCS8EncryptedPrivateKeyInfo) {
                    return new Key(decrypt(object, passwords), true);
                }
            }
        } catch (IOException | TlsException e) {
            throw TlsException.because(what, readable(e));
        }
        throw new TlsException(what + ": it holds no key in PEM");
    }

    private static @Nullable PrivateKeyInfo plainKey(Object object) {
        if (object instanceof PEMKeyPair pair) {
            return pair.getPrivateKeyInfo();
        }
        return object instanceof PrivateKeyInfo info ? info : null;
    }

    private static PrivateKey decrypt(Object encrypted, List<String> passwords) throws TlsException, IOException {
        if (passwords.isEmpty()) {
            throw new TlsException("it is encrypted, and there is no password file");
        }
        for (String password : passwords) {
            try {
                return new JcaPEMKeyConverter().getPrivateKey(decrypt(encrypted, password.toCharArray()));
            } catch (OperatorCreationException | PKCSException | PEMException | IllegalArgumentException e) {
                // not this one
            }
        }
        throw new TlsException("no password fits");
    }

    private static PrivateKeyInfo decrypt(Object encrypted, char[] password)
            throws OperatorCreationException, PKCSException, IOException {
        if (encrypted instanceof PKCS8EncryptedPrivateKeyInfo info) {
            return info.decryptPrivateKeyInfo(new JceOpenSSLPKCS8DecryptorProviderBuilder()
                    .setProvider(Lazy.PROVIDER)
                    .build(password));
        }
        return ((PEMEncryptedKeyPair) encrypted)
                .decryptKeyPair(new JcePEMDecryptorProviderBuilder()
                        .setProvider(Lazy.PROVIDER)
                        .build(password))
                .getPrivateKeyInfo();
    }

    /** A large class, wanted for encrypted keys only. */
    private static final class Lazy {
        static final BouncyCastleProvider PROVIDER = new BouncyCastleProvider();
    }

    private List<Object> objects(String name) throws IOException {
        List<Object> objects = new ArrayList<>();
        try (PEMParser parser = new PEMParser(new StringReader(text(name)))) {
            Object object = parser.readObject();
            while (object != null) {
                objects.add(object);
                object = parser.readObject();
            }
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new IOException("it is no PEM: " + e.getMessage(), e);
        }
        return objects;
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
