package transport

import (
	"bytes"
	"crypto/x509"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"fmt"

	"software.sslmate.com/src/go-pkcs12"
)

var (
	errBroken  = errors.New("it is damaged, or its encryption is not supported")
	errNotPair = errors.New("it must contain one certificate with its private key")
)

// isPKCS12 reports whether a file is a .p12 or .pfx: the structure in RFC 7292, 4, with version 3.
func isPKCS12(file []byte) bool {
	var pfx struct {
		Version  int
		AuthSafe asn1.RawValue
		MacData  asn1.RawValue `asn1:"optional"`
	}
	_, err := asn1.Unmarshal(file, &pfx)
	return err == nil && pfx.Version == 3
}

// pemOf returns the certificates and the key of a .p12 file as PEM; any other file is returned unchanged. The error is
// errNoPassphrase or errWrongPassphrase, errNotPair if the file is not a certificate with its key, or errBroken.
func pemOf(file []byte, passphrase string) (text []byte, err error) {
	if !isPKCS12(file) {
		return file, nil
	}
	defer func() {
		if recover() != nil { // the library may panic on a damaged file
			text, err = nil, errBroken
		}
	}()
	key, leaf, above, err := pkcs12.DecodeChain(file, passphrase)
	var unsupported pkcs12.NotImplementedError
	switch {
	case errors.Is(err, pkcs12.ErrIncorrectPassword) && passphrase == "":
		return nil, errNoPassphrase
	case errors.Is(err, pkcs12.ErrIncorrectPassword):
		return nil, errWrongPassphrase
	case errors.As(err, &unsupported):
		return nil, errBroken
	case err != nil:
		return nil, errNotPair
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, fmt.Errorf("read the key: %w", err)
	}
	var out bytes.Buffer
	blocks := []*pem.Block{{Type: "PRIVATE KEY", Bytes: der}, {Type: "CERTIFICATE", Bytes: leaf.Raw}}
	for _, c := range above {
		blocks = append(blocks, &pem.Block{Type: "CERTIFICATE", Bytes: c.Raw})
	}
	for _, block := range blocks {
		if err := pem.Encode(&out, block); err != nil {
			return nil, fmt.Errorf("write the opened file: %w", err)
		}
	}
	return out.Bytes(), nil
}
