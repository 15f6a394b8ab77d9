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

	"golang.org/x/crypto/scrypt"
)

// The structures of an encrypted private key: RFC 5958, 3, RFC 8018, A.2 and A.4, and RFC 7914, 7. Existing libraries
// support fewer keys and panic on a damaged file.
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

type scryptParameters struct {
	Salt      []byte
	Cost      int
	BlockSize int
	Parallel  int
	KeyLength int `asn1:"optional"`
}

var errKeyFormat = errors.New("its encryption is not supported; use PBES2 with PBKDF2 or scrypt and AES or 3DES")

// maxIterations and maxScrypt (in bytes) keep a malicious file from using the processor for minutes or taking all
// memory.
const (
	maxIterations = 50_000_000
	maxScrypt     = 1 << 30
)

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
	oidScrypt = "1.3.6.1.4.1.11591.4.11"
)

// decryptPKCS8 decrypts an EncryptedPrivateKeyInfo and returns the PrivateKeyInfo inside. The error is
// errWrongPassphrase, or errKeyFormat if the file's scheme is unknown.
func decryptPKCS8(der []byte, passphrase string) ([]byte, error) {
	var sealed encryptedKey
	var scheme pbes2Parameters
	var iv []byte
	ok := parse(der, &sealed) && sealed.Algorithm.Algorithm.String() == oidPBES2 &&
		parse(sealed.Algorithm.Parameters.FullBytes, &scheme) && parse(scheme.Encryption.Parameters.FullBytes, &iv)
	block, known := blockCiphers[scheme.Encryption.Algorithm.String()]
	if !ok || !known {
		return nil, errKeyFormat
	}
	key, err := deriveKey(scheme.Derivation, block.keyLength, passphrase)
	if err != nil {
		return nil, err
	}
	c, err := block.open(key)
	data := sealed.Data
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

func deriveKey(derivation pkix.AlgorithmIdentifier, length int, passphrase string) ([]byte, error) {
	switch derivation.Algorithm.String() {
	case oidPBKDF2:
		return derivePBKDF2(derivation.Parameters.FullBytes, length, passphrase)
	case oidScrypt:
		return deriveScrypt(derivation.Parameters.FullBytes, length, passphrase)
	}
	return nil, errKeyFormat
}

func derivePBKDF2(der []byte, length int, passphrase string) ([]byte, error) {
	var p pbkdf2Parameters
	ok := parse(der, &p)
	prf := sha1.New
	if len(p.PRF.Algorithm) > 0 {
		prf = pseudoRandom[p.PRF.Algorithm.String()]
	}
	if !ok || prf == nil || p.Iterations < 1 || p.Iterations > maxIterations {
		return nil, errKeyFormat
	}
	key, err := pbkdf2.Key(prf, passphrase, p.Salt, p.Iterations, length)
	if err != nil {
		return nil, errKeyFormat
	}
	return key, nil
}

func deriveScrypt(der []byte, length int, passphrase string) ([]byte, error) {
	var p scryptParameters
	const each = 128 // bytes per unit of Cost times BlockSize
	if !parse(der, &p) || p.Cost < 2 || p.BlockSize < 1 || p.Parallel < 1 ||
		p.Cost > maxScrypt/each/p.BlockSize/p.Parallel {
		return nil, errKeyFormat
	}
	key, err := scrypt.Key([]byte(passphrase), p.Salt, p.Cost, p.BlockSize, p.Parallel, length)
	if err != nil {
		return nil, errKeyFormat
	}
	return key, nil
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
