package registry

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"maps"
	"regexp"
	"strings"
)

// Build-time values, set with -ldflags "-X quarry/backend/driverhost/registry.<name>=...". Both may be empty.
var (
	publisherKeys string // the publishers' public keys in base64, separated by commas
	address       string // the registry's address
)

// DefaultAddress returns the registry address of this build; settings and policy may override it.
func DefaultAddress() string { return address }

// Keys holds trusted public keys by fingerprint.
type Keys map[string]ed25519.PublicKey

// TrustedKeys returns the keys that this build trusts: the publishers' keys and, only in a build with the tag devkey,
// the development key. It fails if a value set at build time is not a key.
func TrustedKeys() (Keys, error) {
	return ParseKeys(publisherKeys + "," + developmentKeys())
}

// ParseKeys reads base64 ed25519 public keys separated by commas; empty parts are skipped.
func ParseKeys(list string) (Keys, error) {
	keys := Keys{}
	for part := range strings.SplitSeq(list, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		key, err := base64.StdEncoding.DecodeString(part)
		if err != nil || len(key) != ed25519.PublicKeySize {
			return nil, fmt.Errorf("read publisher key %q: not an ed25519 public key in base64", part)
		}
		keys[Fingerprint(key)] = key
	}
	return keys, nil
}

// With returns the union of both sets of keys.
func (k Keys) With(other Keys) Keys {
	all := maps.Clone(k)
	if all == nil {
		all = Keys{}
	}
	maps.Copy(all, other)
	return all
}

// Fingerprint returns the first 16 hexadecimal digits of a public key's SHA-256.
func Fingerprint(key ed25519.PublicKey) string {
	sum := sha256.Sum256(key)
	return hex.EncodeToString(sum[:8])
}

var fingerprintPattern = regexp.MustCompile(`^[0-9a-f]{16}$`)

// verify checks the signature of a message with the key that has the fingerprint.
func (k Keys) verify(fingerprint, signature string, message []byte) error {
	if !fingerprintPattern.MatchString(fingerprint) {
		return badSignature("no key fingerprint")
	}
	key, trusted := k[fingerprint]
	if !trusted {
		return unknownKey(fingerprint)
	}
	raw, err := base64.StdEncoding.DecodeString(signature)
	if err != nil || !ed25519.Verify(key, message, raw) {
		return badSignature("key " + fingerprint)
	}
	return nil
}
