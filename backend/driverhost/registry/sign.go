package registry

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"quarry/backend/driverhost/manifest"
)

// Files are the inputs of a driver package. manifest.Parse must accept Manifest; Completion is a JSON text if the
// manifest names that file, and empty otherwise.
type Files struct{ Manifest, WASM, Completion []byte }

// WritePackage returns a signed driver package (.qdrv). The same input always produces the same bytes.
func WritePackage(files Files, key ed25519.PrivateKey) ([]byte, error) {
	parsed, err := manifest.Parse(files.Manifest)
	if err != nil {
		return nil, fmt.Errorf("write driver package: %w", err)
	}
	signed := signatureFile{Key: fingerprintOf(key), ID: parsed.ID, Version: parsed.Version, Manifest: sum(files.Manifest), WASM: sum(files.WASM)}
	if parsed.Completion != "" {
		signed.Completion = sum(files.Completion)
	}
	if err := checkCompletion(parsed, files.Completion); err != nil {
		return nil, fmt.Errorf("write driver package of %s: %s: %w", parsed.ID, completionName, err)
	}
	signed.Signature = sign(key, signed.message())
	signature, err := json.Marshal(signed)
	if err != nil {
		return nil, fmt.Errorf("write driver package: %w", err)
	}
	data, err := writeArchive(contents{manifest: files.Manifest, wasm: files.WASM, completion: files.Completion, signature: signature})
	if err != nil {
		return nil, fmt.Errorf("write driver package of %s: %w", parsed.ID, err)
	}
	return data, nil
}

func checkCompletion(m *manifest.Manifest, text []byte) error {
	switch {
	case m.Completion == "" && len(text) > 0:
		return errors.New("the manifest does not name it")
	case m.Completion != "" && !json.Valid(text):
		return errors.New("not a JSON text")
	case len(text) > maxCompletion:
		return fmt.Errorf("larger than %d bytes", maxCompletion)
	}
	return nil
}

func writeArchive(files contents) ([]byte, error) {
	var buffer bytes.Buffer
	archive := zip.NewWriter(&buffer)
	archive.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestCompression)
	})
	for _, name := range []string{manifestName, signatureName, wasmName, completionName} {
		if len(*files.file(name)) == 0 {
			continue
		}
		entry, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
		if err != nil {
			return nil, err
		}
		if _, err := entry.Write(*files.file(name)); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	return buffer.Bytes(), nil
}

// Draft is an index before it is signed.
type Draft struct {
	Sequence int64
	Expires  time.Time
	Drivers  []DraftDriver
	Revoked  []string // fingerprints of older keys that are no longer trusted

	Application *Release // nil for none
}

// DraftDriver is one driver of a Draft: its manifest, byte for byte, and its packages, whose URLs may be relative to
// the index.
type DraftDriver struct {
	Manifest json.RawMessage
	Packages []Package
}

// WriteIndex returns index.json and index.json.sig. It fails for an index that this package would reject.
func WriteIndex(draft Draft, key ed25519.PrivateKey) (index, signature []byte, err error) {
	file := indexFile{Schema: IndexSchema, Sequence: draft.Sequence, Expires: draft.Expires.UTC(), Key: fingerprintOf(key), Revoked: draft.Revoked, Application: draft.Application}
	for _, driver := range draft.Drivers {
		file.Drivers = append(file.Drivers, entryFile(driver))
	}
	index, err = json.MarshalIndent(file, "", " ")
	if err != nil {
		return nil, nil, fmt.Errorf("write index: %w", err)
	}
	signature, err = json.Marshal(detached{Key: file.Key, Signature: sign(key, index)})
	if err != nil {
		return nil, nil, fmt.Errorf("write index: %w", err)
	}
	if _, err := readIndex(index, signature, Keys{{Public: publicOf(key)}}); err != nil {
		return nil, nil, fmt.Errorf("write index: %w", err)
	}
	return index, signature, nil
}

func sign(key ed25519.PrivateKey, message []byte) string {
	return base64.StdEncoding.EncodeToString(ed25519.Sign(key, message))
}

func publicOf(key ed25519.PrivateKey) ed25519.PublicKey {
	return ed25519.PublicKey(key[ed25519.SeedSize:])
}

func fingerprintOf(key ed25519.PrivateKey) string {
	return Fingerprint(publicOf(key))
}
