package registry

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Build-time values, set with -ldflags "-X quarry/backend/driverhost/registry.<name>=...". Both may be empty.
var (
	publisherKeys string // the publishers' public keys in base64, separated by commas, oldest first
	address       string // the registry's address
)

// DefaultAddress returns the registry address of this build; settings and policy may override it.
func DefaultAddress() string { return address }

// Keys holds trusted public keys, the oldest first.
type Keys []Key

// Key is a publisher's public key.
type Key struct {
	Public    ed25519.PublicKey
	revokedBy string // fingerprint of the key that revoked this one, "" for none
}

// TrustedKeys returns the keys that this build trusts: the publishers' keys and, only in a build with the tag devkey,
// the development key. It fails if a value set at build time is not a key.
func TrustedKeys() (Keys, error) {
	return ParseKeys(publisherKeys + "," + developmentKeys())
}

// ParseKeys reads base64 ed25519 public keys separated by commas, oldest first; empty parts and repetitions are skipped.
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
		keys = keys.With(Keys{{Public: key}})
	}
	return keys, nil
}

// With returns these keys and then the others, which count as newer. A key in both stays where it is.
func (k Keys) With(others Keys) Keys {
	all := slices.Clone(k)
	for _, other := range others {
		if _, there := all.find(Fingerprint(other.Public)); !there {
			all = append(all, other)
		}
	}
	return all
}

func (k Keys) find(fingerprint string) (Key, bool) {
	at := slices.IndexFunc(k, func(key Key) bool { return Fingerprint(key.Public) == fingerprint })
	if at < 0 {
		return Key{}, false
	}
	return k[at], true
}

// revoked maps the fingerprint of each revoked key to those of the keys whose indexes revoked it.
type revoked map[string][]string

// with adds that a key revoked others.
func (r revoked) with(by string, fingerprints []string) revoked {
	all := revoked{}
	maps.Copy(all, r)
	for _, fingerprint := range fingerprints {
		if !slices.Contains(all[fingerprint], by) {
			all[fingerprint] = append(slices.Clone(all[fingerprint]), by)
		}
	}
	return all
}

// without marks the keys that a newer trusted key revoked, and returns all of them. Whoever steals an old key can
// therefore not revoke the key that replaces it.
func (k Keys) without(r revoked) Keys {
	keys := slices.Clone(k)
	trusted := make(map[string]bool)
	for i := len(keys) - 1; i >= 0; i-- {
		fingerprint := Fingerprint(keys[i].Public)
		for _, by := range r[fingerprint] {
			if trusted[by] {
				keys[i].revokedBy = by
			}
		}
		trusted[fingerprint] = keys[i].revokedBy == ""
	}
	return keys
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
	key, trusted := k.find(fingerprint)
	switch {
	case !trusted:
		return unknownKey(fingerprint)
	case key.revokedBy != "":
		return revokedKey(fingerprint, key.revokedBy)
	}
	raw, err := base64.StdEncoding.DecodeString(signature)
	if err != nil || !ed25519.Verify(key.Public, message, raw) {
		return badSignature("key " + fingerprint)
	}
	return nil
}
