package transport

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/des"
	"crypto/pbkdf2"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"hash"
)

// The structures of an encrypted private key: RFC 5958, 3 and RFC 8018, A.2 and A.4.
type encryptedKey struct {
	Algorithm pkix.AlgorithmIdentifier
	Data      []byte
}

type pbes2Parameters struct {
	Derivation pkix.AlgorithmIdentifier
	Encryption pkix.AlgorithmIdentifier
}

type pbkdf2Parameters struct {
	Salt       []byte
	Iterations int
	KeyLength  int                      `asn1:"optional"`
	PRF        pkix.AlgorithmIdentifier `asn1:"optional"`
}

var errKeyFormat = errors.New("it is encrypted in a way that is not read: PBES2 with PBKDF2 and AES or 3DES is")

// maxIterations keeps a made-up file from holding the processor for minutes.
const maxIterations = 50_000_000

var pseudoRandom = map[string]func() hash.Hash{
	"1.2.840.113549.2.7":  sha1.New,
	"1.2.840.113549.2.9":  sha256.New,
	"1.2.840.113549.2.10": sha512.New384,
	"1.2.840.113549.2.11": sha512.New,
}

type blockCipher struct {
	keyLength int
	open      func([]byte) (cipher.Block, error)
}

var blockCiphers = map[string]blockCipher{
	"2.16.840.1.101.3.4.1.2":  {16, aes.NewCipher},
	"2.16.840.1.101.3.4.1.22": {24, aes.NewCipher},
	"2.16.840.1.101.3.4.1.42": {32, aes.NewCipher},
	"1.2.840.113549.3.7":      {24, des.NewTripleDESCipher},
}

const (
	oidPBES2  = "1.2.840.113549.1.5.13"
	oidPBKDF2 = "1.2.840.113549.1.5.12"
)

// decryptPKCS8 opens an EncryptedPrivateKeyInfo and gives the PrivateKeyInfo inside: errWrongPassphrase where
// the passphrase is not the key's, errKeyFormat where the file's scheme is not known.
func decryptPKCS8(der []byte, passphrase string) ([]byte, error) {
	data, derivation, encryption, ok := parseSealed(der)
	var iv []byte
	if !ok || !parse(encryption.Parameters.FullBytes, &iv) {
		return nil, errKeyFormat
	}
	key, block, err := deriveKey(derivation, encryption.Algorithm.String(), passphrase)
	if err != nil {
		return nil, err
	}
	c, err := block.open(key)
	if err != nil || len(iv) != c.BlockSize() || len(data) == 0 || len(data)%c.BlockSize() != 0 {
		return nil, errKeyFormat
	}
	plain := make([]byte, len(data))
	cipher.NewCBCDecrypter(c, iv).CryptBlocks(plain, data)
	plain, ok = unpad(plain, c.BlockSize())
	if !ok {
		return nil, errWrongPassphrase
	}
	if _, err := x509.ParsePKCS8PrivateKey(plain); err != nil {
		return nil, errWrongPassphrase
	}
	return plain, nil
}

func parseSealed(der []byte) (data []byte, derivation pbkdf2Parameters, encryption pkix.AlgorithmIdentifier, ok bool) {
	var sealed encryptedKey
	var scheme pbes2Parameters
	ok = parse(der, &sealed) && sealed.Algorithm.Algorithm.String() == oidPBES2 &&
		parse(sealed.Algorithm.Parameters.FullBytes, &scheme) && scheme.Derivation.Algorithm.String() == oidPBKDF2 &&
		parse(scheme.Derivation.Parameters.FullBytes, &derivation)
	return sealed.Data, derivation, scheme.Encryption, ok
}

func deriveKey(p pbkdf2Parameters, algorithm, passphrase string) ([]byte, blockCipher, error) {
	block, known := blockCiphers[algorithm]
	prf := pseudoRandom["1.2.840.113549.2.7"]
	if len(p.PRF.Algorithm) > 0 {
		prf = pseudoRandom[p.PRF.Algorithm.String()]
	}
	if !known || prf == nil || p.Iterations < 1 || p.Iterations > maxIterations {
		return nil, block, errKeyFormat
	}
	key, err := pbkdf2.Key(prf, passphrase, p.Salt, p.Iterations, block.keyLength)
	if err != nil {
		return nil, block, errKeyFormat
	}
	return key, block, nil
}

func parse(der []byte, into any) bool {
	_, err := asn1.Unmarshal(der, into)
	return err == nil
}

func unpad(plain []byte, size int) ([]byte, bool) {
	n := int(plain[len(plain)-1])
	if n < 1 || n > size {
		return nil, false
	}
	for _, b := range plain[len(plain)-n:] {
		if int(b) != n {
			return nil, false
		}
	}
	return plain[:len(plain)-n], true
}
