package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"quarry/backend/driverhost/registry"
)

const (
	privateName  = "private.key" // base64 of the ed25519 seed, mode 0600
	sequenceName = "sequence"    // of the last index signed with the key
)

// keyPair is a publisher's key and its folder, "" for one from the environment. The folder also stores the last sequence,
// which belongs to the key: an application refuses a lower one with the same key even if the registry's folder was
// recreated.
type keyPair struct {
	folder  string
	private ed25519.PrivateKey
}

// findKey returns the given key, the base64 of a seed, or that of the folder if it is "".
func findKey(folder, given string) (*keyPair, error) {
	if given == "" {
		return openKey(folder)
	}
	private, err := parseSeed(given)
	if err != nil {
		return nil, errors.New("read the key: QUARRY_PUBLISHER_KEY holds no ed25519 seed in base64")
	}
	return &keyPair{private: private}, nil
}

func parseSeed(text string) (ed25519.PrivateKey, error) {
	seed, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	if err != nil || len(seed) != ed25519.SeedSize {
		return nil, errors.New("no ed25519 seed in base64")
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

// openKey reads the key pair of the folder, or creates one if there is none. It refuses a key that others can read.
func openKey(folder string) (*keyPair, error) {
	path := filepath.Join(folder, privateName)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return makeKey(folder)
	}
	if err != nil {
		return nil, fmt.Errorf("read the key: %w", err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("read the key: %w", err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("read the key: others can read %s (mode %o)", path, info.Mode().Perm())
	}
	private, err := parseSeed(string(text))
	if err != nil {
		return nil, fmt.Errorf("read the key: %s holds %w", path, err)
	}
	return &keyPair{folder: folder, private: private}, nil
}

func makeKey(folder string) (*keyPair, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("make a key: %w", err)
	}
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make a key: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(folder, privateName), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("make a key: %w", err)
	}
	_, err = fmt.Fprintln(file, base64.StdEncoding.EncodeToString(private.Seed()))
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, fmt.Errorf("make a key: %w", err)
	}
	return &keyPair{folder: folder, private: private}, nil
}

func (k *keyPair) publicKey() ed25519.PublicKey {
	return ed25519.PublicKey(k.private[ed25519.SeedSize:])
}

// public returns the public key as a build of the application expects it.
func (k *keyPair) public() string {
	return base64.StdEncoding.EncodeToString(k.publicKey())
}

func (k *keyPair) fingerprint() string { return registry.Fingerprint(k.publicKey()) }

// lastSequence returns the sequence of the last index signed with the key, 0 if there is none.
func (k *keyPair) lastSequence() (int64, error) {
	if k.folder == "" {
		return 0, nil
	}
	text, err := os.ReadFile(filepath.Join(k.folder, sequenceName))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read the last sequence: %w", err)
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("read the last sequence: %q is none", text)
	}
	return n, nil
}

func (k *keyPair) keepSequence(n int64) error {
	if k.folder == "" {
		return nil
	}
	_, err := writeIfChanged(filepath.Join(k.folder, sequenceName), []byte(strconv.FormatInt(n, 10)+"\n"))
	return err
}
