package io.lamplighter.balancer.tls;

import java.io.IOException;
import java.io.StringReader;
import java.security.PrivateKey;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMException;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.bc.BcPEMDecryptorProvider;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8DecryptorProviderBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.bouncycastle.pkcs.PKCSException;

/**
 * Keys that the JDK cannot read: of OpenSSL's older forms, or encrypted in older ways. A class of its own, because Bouncy Castle takes
 * a third of a second to be loaded, and its ciphers a second more; most keys do not need it.
 */
final class OtherKeys {
    // Compile-time constants: to read them does not load this class.
    static final String NO_PASSWORDS = "it is encrypted, and there is no password file";
    static final String WRONG_PASSWORDS = "no password fits";

    private OtherKeys() {}

    /**
     * The key in a block of PEM.
     *
     * @param passwords tried in order if it is encrypted
     */
    static PemReader.Key read(String pem, List<String> passwords) throws IOException, TlsException {
        try (PEMParser parser = new PEMParser(new StringReader(pem))) {
            Object object = parser.readObject();
            if (object instanceof PEMKeyPair pair) {
                return new PemReader.Key(new JcaPEMKeyConverter().getPrivateKey(pair.getPrivateKeyInfo()), false);
            }
            return new PemReader.Key(decrypt(object, passwords), true);
        }
    }

    private static PrivateKey decrypt(Object encrypted, List<String> passwords) throws TlsException, IOException {
        if (passwords.isEmpty()) {
            throw new TlsException(NO_PASSWORDS);
        }
        for (String password : passwords) {
            try {
                return new JcaPEMKeyConverter().getPrivateKey(decrypt(encrypted, password.toCharArray()));
            } catch (OperatorCreationException | PKCSException | PEMException | IllegalArgumentException e) {
                // not this one
            }
        }
        throw new TlsException(WRONG_PASSWORDS);
    }

    private static PrivateKeyInfo decrypt(Object encrypted, char[] password)
            throws OperatorCreationException, PKCSException, IOException {
        if (encrypted instanceof PKCS8EncryptedPrivateKeyInfo info) {
            return info.decryptPrivateKeyInfo(new JceOpenSSLPKCS8DecryptorProviderBuilder()
                    .setProvider(new BouncyCastleProvider())
                    .build(password));
        }
        if (encrypted instanceof PEMEncryptedKeyPair pair) {
            return pair.decryptKeyPair(new BcPEMDecryptorProvider(password)).getPrivateKeyInfo();
        }
        throw new PEMException("it is no key");
    }
}
