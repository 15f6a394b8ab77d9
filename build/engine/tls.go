package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// certificates is the folder of the PEM files in the node's config folder, the only place from which a node can read
// them.
const certificates = "certs"

const certificateLife = 30 * 24 * time.Hour

// writeCertificates creates an authority and, signed by it, a server certificate for localhost, 127.0.0.1 and ::1,
// valid from an hour before from. It returns the path of the authority's certificate; its key is not saved.
func writeCertificates(config string, from time.Time) (string, error) {
	folder := filepath.Join(config, certificates)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", fmt.Errorf("make the certificate folder: %w", err)
	}
	authority := template("Quarry test authority", 1, from)
	authority.IsCA, authority.BasicConstraintsValid = true, true
	authority.KeyUsage = x509.KeyUsageCertSign | x509.KeyUsageCRLSign
	authorityKey, err := writePair(folder, "ca", authority, authority, nil)
	if err != nil {
		return "", err
	}
	server := template("localhost", 2, from)
	server.KeyUsage = x509.KeyUsageDigitalSignature
	server.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	server.DNSNames = []string{"localhost"}
	server.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback}
	if _, err := writePair(folder, "server", server, authority, authorityKey); err != nil {
		return "", err
	}
	return filepath.Join(folder, "ca.crt"), nil
}

func template(name string, serial int64, from time.Time) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(serial),
		Subject:      pkix.Name{CommonName: name},
		NotBefore:    from.Add(-time.Hour),
		NotAfter:     from.Add(certificateLife),
	}
}

// writePair writes name.crt and, if another certificate signs it, name.key. Without a signer's key, the certificate is
// self-signed.
func writePair(folder, name string, certificate, signer *x509.Certificate, signerKey *ecdsa.PrivateKey) (*ecdsa.PrivateKey, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make the key of %s: %w", name, err)
	}
	selfSigned := signerKey == nil
	if selfSigned {
		signerKey = key
	}
	signed, err := x509.CreateCertificate(rand.Reader, certificate, signer, &key.PublicKey, signerKey)
	if err != nil {
		return nil, fmt.Errorf("sign the certificate %s: %w", name, err)
	}
	if err := writePEM(filepath.Join(folder, name+".crt"), "CERTIFICATE", signed, 0o644); err != nil {
		return nil, err
	}
	if selfSigned {
		return key, nil
	}
	encoded, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, fmt.Errorf("encode the key of %s: %w", name, err)
	}
	return key, writePEM(filepath.Join(folder, name+".key"), "PRIVATE KEY", encoded, 0o600)
}

func writePEM(file, kind string, content []byte, mode os.FileMode) error {
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content}), mode); err != nil {
		return fmt.Errorf("write %s: %w", filepath.Base(file), err)
	}
	return nil
}
