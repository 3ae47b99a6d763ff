package io.lamplighter.balancer.tls;

import java.io.IOException;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Keys in PKCS #8 (RFC 5208), which is how OpenSSL has written them since version 1.0, by the JDK alone: what {@link OtherKeys} needs
 * takes a second or two to be loaded.
 */
final class Pkcs8 {
    private static final List<String> KINDS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");

    private Pkcs8() {}

    static PrivateKey plain(byte[] der) throws IOException {
        return key(new PKCS8EncodedKeySpec(der));
    }

    private static PrivateKey key(PKCS8EncodedKeySpec encoded) throws IOException {
        for (String kind : KINDS) {
            try {
                return KeyFactory.getInstance(kind).generatePrivate(encoded);
            } catch (GeneralSecurityException e) {
                // of another kind
            }
        }
        throw new IOException("its kind is not known");
    }

    /** Whether the JDK knows how the key is encrypted. */
    static boolean canDecrypt(byte[] der) {
        try {
            String algorithm = algorithm(new EncryptedPrivateKeyInfo(der));
            SecretKeyFactory.getInstance(algorithm);
            Cipher.getInstance(algorithm);
            return true;
        } catch (IOException | GeneralSecurityException e) {
            return false;
        }
    }

    /**
     * A key that is encrypted in a way that {@link #canDecrypt}.
     *
     * @param passwords tried in order
     */
    static PrivateKey decrypt(byte[] der, List<String> passwords) throws IOException, TlsException {
        if (passwords.isEmpty()) {
            throw new TlsException(OtherKeys.NO_PASSWORDS);
        }
        EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(der);
        for (String password : passwords) {
            PKCS8EncodedKeySpec encoded = decrypt(info, password);
            if (encoded != null) {
                return key(encoded);
            }
        }
        throw new TlsException(OtherKeys.WRONG_PASSWORDS);
    }

    /** Null if it is not the password. */
    private static @Nullable PKCS8EncodedKeySpec decrypt(EncryptedPrivateKeyInfo info, String password) {
        String algorithm = algorithm(info);
        try {
            SecretKey key =
                    SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(password.toCharArray()));
            Cipher cipher = Cipher.getInstance(algorithm);
            cipher.init(Cipher.DECRYPT_MODE, key, info.getAlgParameters());
            return info.getKeySpec(cipher);
        } catch (GeneralSecurityException e) {
            return null;
        }
    }

    /** Of PBES2 (RFC 8018), Java tells the parts only as the text of its parameters. */
    private static String algorithm(EncryptedPrivateKeyInfo info) {
        AlgorithmParameters parameters = info.getAlgParameters();
        boolean isPbes2 = parameters != null
                && parameters.toString() != null
                && parameters.toString().startsWith("PBEWith");
        return isPbes2 ? parameters.toString() : info.getAlgName();
    }
}
