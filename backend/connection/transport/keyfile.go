package transport

import (
	"bytes"
	"crypto"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"strings"

	"quarry/backend/system/causes"
)

// Hints about files: each says what to do, using the form's name for the file.
const (
	hintNotPEM = "It must be a PEM file (-----BEGIN CERTIFICATE-----). Convert .der, .p12 or .jks files first."
	hintNoCert = "It must be a PEM file (-----BEGIN CERTIFICATE-----) or a .p12 file. Convert .der or .jks files first."
	hintNoKey  = "It must be a PEM file (-----BEGIN PRIVATE KEY----- or similar) or a .p12 file. Convert .der or .jks files first."
)

// The form's names for the files.
const (
	labelCA   = "CA Certificate"
	labelCert = "Client Certificate"
	labelKey  = "Client Key"
)

func loadRoots(file string) (*x509.CertPool, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fileFault("CA certificate", labelCA, file, err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, &Error{Kind: KindInvalid, Message: fmt.Sprintf("the CA certificate file %s contains no PEM certificate", file), Hint: hintNotPEM}
	}
	return pool, nil
}

// loadClientCertificate reads the client's certificate and key from PEM or .p12 files. Without a KeyFile, the key must
// be in the certificate's file.
func loadClientCertificate(o TLS) (tls.Certificate, error) {
	if o.CertFile == "" {
		return tls.Certificate{}, &Error{
			Kind: KindInvalid, Message: "a client key is set without a client certificate",
			Hint: "Choose the certificate that the key belongs to in Client Certificate, or clear Client Key.",
		}
	}
	keyFile, keyLabel := o.KeyFile, labelKey
	if keyFile == "" {
		keyFile, keyLabel = o.CertFile, labelCert
	}
	chain, err := os.ReadFile(o.CertFile)
	if err != nil {
		return tls.Certificate{}, fileFault("client certificate", labelCert, o.CertFile, err)
	}
	key, err := os.ReadFile(keyFile)
	if err != nil {
		return tls.Certificate{}, fileFault("client key", keyLabel, keyFile, err)
	}
	if chain, err = pemOf(chain, o.KeyPassphrase); err != nil {
		return tls.Certificate{}, keyFault("client certificate", o.CertFile, err)
	}
	if key, err = pemOf(key, o.KeyPassphrase); err == nil {
		key, err = openKey(key, o.KeyPassphrase)
	}
	if err != nil {
		return tls.Certificate{}, keyFault("client key", keyFile, err)
	}
	return pairOf(o, keyFile, chain, key)
}

// pairOf combines a certificate and a decrypted key, or reports which one is unusable.
func pairOf(o TLS, keyFile string, chain, key []byte) (tls.Certificate, error) {
	pair, err := tls.X509KeyPair(chain, key)
	if err == nil {
		return pair, nil
	}
	fault := &Error{Kind: KindInvalid, err: err}
	switch {
	case !holds(chain, "CERTIFICATE"):
		fault.Message, fault.Hint = fmt.Sprintf("the client certificate file %s contains no certificate", o.CertFile), hintNoCert
	case o.KeyFile == "" && !holds(key, "PRIVATE KEY"):
		fault.Message = fmt.Sprintf("the client certificate file %s contains no private key, and no client key is set", o.CertFile)
		fault.Hint = "Choose the certificate's key in Client Key."
	case !holds(key, "PRIVATE KEY"):
		fault.Message, fault.Hint = fmt.Sprintf("the client key file %s contains no private key", keyFile), hintNoKey
	case apart(chain, key):
		fault.Message = fmt.Sprintf("the client key %s does not belong to the client certificate %s", keyFile, o.CertFile)
		fault.Hint = "Choose the key that the certificate was issued for in Client Key, or its certificate in Client Certificate."
	default:
		fault.Message = fmt.Sprintf("Quarry cannot use the client certificate %s with the key %s: %v", o.CertFile, keyFile, err)
	}
	return tls.Certificate{}, fault
}

// holds reports whether a PEM text contains a block whose type ends in kind: keys have several types.
func holds(text []byte, kind string) bool {
	return find(text, kind) != nil
}

func find(text []byte, kind string) []byte {
	for {
		var block *pem.Block
		if block, text = pem.Decode(text); block == nil {
			return nil
		}
		if strings.HasSuffix(block.Type, kind) {
			return block.Bytes
		}
	}
}

// apart reports whether the certificate and the key are both readable but have different public keys.
func apart(chain, key []byte) bool {
	certificate, err := x509.ParseCertificate(find(chain, "CERTIFICATE"))
	if err != nil {
		return false
	}
	signer := parseKey(find(key, "PRIVATE KEY"))
	if signer == nil {
		return false
	}
	public, ok := signer.Public().(interface{ Equal(crypto.PublicKey) bool })
	return ok && !public.Equal(certificate.PublicKey)
}

// parseKey parses a private key in any of three formats; nil if it is in none of them.
func parseKey(der []byte) crypto.Signer {
	if key, err := x509.ParsePKCS8PrivateKey(der); err == nil {
		signer, _ := key.(crypto.Signer)
		return signer
	}
	if key, err := x509.ParsePKCS1PrivateKey(der); err == nil {
		return key
	}
	if key, err := x509.ParseECPrivateKey(der); err == nil {
		return key
	}
	return nil
}

func fileFault(what, label, file string, err error) *Error {
	hint := "Choose another file in " + label + "."
	switch {
	case errors.Is(err, os.ErrNotExist):
		hint = "It was moved or deleted: choose it again in " + label + "."
	case errors.Is(err, os.ErrPermission):
		hint = "Give your user read permission, or choose another file in " + label + "."
	}
	return &Error{Kind: KindInvalid, Message: fmt.Sprintf("Quarry cannot read the %s file %s: %s", what, file, causes.Of(err)), Hint: hint, err: err}
}

var (
	errNoPassphrase    = errors.New("it is encrypted and no passphrase is set")
	errWrongPassphrase = errors.New("the passphrase is wrong")
)

// keyFault returns the error for a file that cannot be opened; what is its name in the form.
func keyFault(what, file string, err error) *Error {
	fault := &Error{Kind: KindInvalid, Message: fmt.Sprintf("Quarry cannot use the %s %s: %v", what, file, err), err: err}
	switch {
	case errors.Is(err, errNoPassphrase):
		fault.Hint = "Enter its passphrase in Key Passphrase."
	case errors.Is(err, errWrongPassphrase):
		fault.Hint = "Check Key Passphrase."
	case errors.Is(err, errNotPair), errors.Is(err, errBroken):
		fault.Hint = "Export it again with its private key, or use PEM files."
	default:
		fault.Hint = "Encrypt it with PBKDF2 and AES, as openssl pkcs8 -topk8 does, or use it without a passphrase."
	}
	return fault
}

// openKey returns the PEM text with its encrypted keys decrypted. Text without encrypted keys is returned unchanged.
func openKey(text []byte, passphrase string) ([]byte, error) {
	var out bytes.Buffer
	for rest := text; ; {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			return out.Bytes(), nil
		}
		open, err := openBlock(block, passphrase)
		if err != nil {
			return nil, err
		}
		if err := pem.Encode(&out, open); err != nil {
			return nil, fmt.Errorf("write the opened key: %w", err)
		}
	}
}

func openBlock(block *pem.Block, passphrase string) (*pem.Block, error) {
	pkcs8 := block.Type == "ENCRYPTED PRIVATE KEY"
	//lint:ignore SA1019 openssl's own format is still in use for client keys
	legacy := x509.IsEncryptedPEMBlock(block)
	if !pkcs8 && !legacy {
		return block, nil
	}
	if passphrase == "" {
		return nil, errNoPassphrase
	}
	if pkcs8 {
		der, err := decryptPKCS8(block.Bytes, passphrase)
		if err != nil {
			return nil, err
		}
		return &pem.Block{Type: "PRIVATE KEY", Bytes: der}, nil
	}
	//lint:ignore SA1019 as above
	der, err := x509.DecryptPEMBlock(block, []byte(passphrase))
	if err != nil {
		return nil, errWrongPassphrase
	}
	return &pem.Block{Type: block.Type, Bytes: der}, nil
}
