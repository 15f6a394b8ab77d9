package transport

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
)

func loadRoots(file string) (*x509.CertPool, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fileFault("CA certificate", file, err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, invalid("the CA certificate file %s holds no certificate in PEM form", file)
	}
	return pool, nil
}

// loadClientCertificate reads the client's certificate and key. Without a KeyFile the key is looked for in the
// certificate's file.
func loadClientCertificate(o TLS) (tls.Certificate, error) {
	if o.CertFile == "" {
		return tls.Certificate{}, invalid("a client key is set without a client certificate")
	}
	keyFile := o.KeyFile
	if keyFile == "" {
		keyFile = o.CertFile
	}
	chain, err := os.ReadFile(o.CertFile)
	if err != nil {
		return tls.Certificate{}, fileFault("client certificate", o.CertFile, err)
	}
	key, err := os.ReadFile(keyFile)
	if err != nil {
		return tls.Certificate{}, fileFault("client key", keyFile, err)
	}
	if key, err = openKey(key, o.KeyPassphrase); err != nil {
		return tls.Certificate{}, keyFault(keyFile, err)
	}
	pair, err := tls.X509KeyPair(chain, key)
	if err != nil {
		return tls.Certificate{}, &Error{Kind: KindInvalid, Message: fmt.Sprintf("the client certificate %s and the key %s cannot be used: %v", o.CertFile, keyFile, err), err: err}
	}
	return pair, nil
}

func fileFault(what, file string, err error) *Error {
	cause := err
	var path *os.PathError
	if errors.As(err, &path) {
		cause = path.Err
	}
	return &Error{Kind: KindInvalid, Message: fmt.Sprintf("the %s file %s cannot be read: %v", what, file, cause), err: err}
}

var (
	errNoPassphrase    = errors.New("it is encrypted and no passphrase is set")
	errWrongPassphrase = errors.New("the passphrase does not open it")
)

func keyFault(file string, err error) *Error {
	fault := &Error{Kind: KindInvalid, Message: fmt.Sprintf("the client key %s cannot be used: %v", file, err), err: err}
	if errors.Is(err, errNoPassphrase) || errors.Is(err, errWrongPassphrase) {
		fault.Hint = "Check Key Passphrase."
	}
	return fault
}

// openKey gives the PEM text with its encrypted keys opened; text without an encrypted key is left alone.
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
	legacy := x509.IsEncryptedPEMBlock(block) //nolint:staticcheck // openssl's own format is still in use for client keys
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
	der, err := x509.DecryptPEMBlock(block, []byte(passphrase)) //nolint:staticcheck // the same
	if err != nil {
		return nil, errWrongPassphrase
	}
	return &pem.Block{Type: block.Type, Bytes: der}, nil
}
