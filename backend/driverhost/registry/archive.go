package registry

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"quarry/backend/driverhost/manifest"
)

// The files of a driver package (.qdrv, a zip) and of an installed driver's folder.
const (
	manifestName   = "manifest.json"
	wasmName       = "driver.wasm"
	completionName = manifest.CompletionFile // only if the manifest names it
	signatureName  = "signature.json"
)

// Limits of a package: the decompressed size of a file, and its ratio to the compressed size.
const (
	maxManifest   = 1 << 20
	maxWASM       = 64 << 20
	maxCompletion = 4 << 20
	maxRatio      = 100
	ratioFloor    = 1 << 20 // below this size, the ratio does not matter
)

var fileLimits = map[string]int64{
	manifestName: maxManifest, wasmName: maxWASM, completionName: maxCompletion, signatureName: maxSignature,
}

// contents are the files of a package, byte for byte. completion is empty if there is no such file.
type contents struct{ manifest, wasm, completion, signature []byte }

func (c *contents) file(name string) *[]byte {
	switch name {
	case manifestName:
		return &c.manifest
	case wasmName:
		return &c.wasm
	case completionName:
		return &c.completion
	default:
		return &c.signature
	}
}

// signatureFile is signature.json. Manifest, WASM and Completion are the SHA-256 of the other files in lower-case
// hexadecimal, with Completion "" if there is no such file; the signature covers all fields except the key and itself.
type signatureFile struct {
	Key        string `json:"key"`
	ID         string `json:"id"`
	Version    string `json:"version"`
	Manifest   string `json:"manifest"`
	WASM       string `json:"wasm"`
	Completion string `json:"completion,omitempty"`
	Signature  string `json:"signature"`
}

// message returns what a package's signature covers.
func (s *signatureFile) message() []byte {
	text := "quarry-driver-v1\x00" + s.ID + "\x00" + s.Version + "\x00" + s.Manifest + "\x00" + s.WASM
	if s.Completion != "" {
		text += "\x00" + s.Completion
	}
	return []byte(text)
}

// size returns the total size of the files in bytes.
func (c *contents) size() int64 {
	return int64(len(c.manifest) + len(c.wasm) + len(c.completion) + len(c.signature))
}

func sum(data []byte) string {
	digest := sha256.Sum256(data)
	return hex.EncodeToString(digest[:])
}

// unpack reads a package's files into memory. It refuses names that lead outside, links, folders, other names,
// duplicate files and anything that decompresses to more than the limits, regardless of the archive's own headers.
func unpack(data []byte) (*contents, error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, badArchive("not a zip archive", err)
	}
	if err := checkNames(archive.File); err != nil {
		return nil, err
	}
	files := &contents{}
	for _, entry := range archive.File {
		text, err := unpackFile(entry)
		if err != nil {
			return nil, err
		}
		*files.file(entry.Name) = text
	}
	for _, name := range []string{manifestName, wasmName} {
		if len(*files.file(name)) == 0 {
			return nil, badArchive("it does not contain "+name, nil)
		}
	}
	if len(files.signature) == 0 {
		return nil, badSignature("the package does not contain " + signatureName)
	}
	return files, nil
}

func checkNames(entries []*zip.File) error {
	seen := make(map[string]bool)
	for _, entry := range entries {
		name := strings.ReplaceAll(entry.Name, `\`, "/")
		switch {
		case path.IsAbs(name) || slices.Contains(strings.Split(name, "/"), "..") || strings.Contains(name, ":"):
			return outside(entry.Name)
		case entry.Mode()&fs.ModeSymlink != 0:
			return outside(entry.Name)
		case !entry.Mode().IsRegular():
			return badArchive(fmt.Sprintf("%q is not a plain file", entry.Name), nil)
		case fileLimits[entry.Name] == 0:
			return badArchive(fmt.Sprintf("%q is not a file of a driver package", entry.Name), nil)
		case seen[entry.Name]:
			return badArchive(fmt.Sprintf("%q is listed twice", entry.Name), nil)
		}
		seen[entry.Name] = true
	}
	return nil
}

func unpackFile(entry *zip.File) ([]byte, error) {
	limit := fileLimits[entry.Name]
	if entry.UncompressedSize64 > uint64(limit) {
		return nil, bomb(limit, "by the size of "+entry.Name+" in the archive")
	}
	packed := int64(min(entry.CompressedSize64, maxPackage))
	allowed := min(limit, max(packed*maxRatio, ratioFloor))
	reader, err := entry.Open()
	if err != nil {
		return nil, badArchive(entry.Name+" cannot be unpacked", err)
	}
	defer reader.Close()
	data, err := io.ReadAll(io.LimitReader(reader, allowed+1))
	switch {
	case int64(len(data)) > allowed:
		return nil, bomb(allowed, fmt.Sprintf("%s, packed in %d bytes", entry.Name, packed))
	case err != nil:
		return nil, badArchive(entry.Name+" cannot be unpacked", err)
	}
	return data, nil
}

// verified is a package whose signature has been checked.
type verified struct {
	*contents
	parsed *manifest.Manifest
	key    string // fingerprint
}

// verify checks the signature, then that the files are the signed ones, and only then reads the manifest. If a file
// differs, the error is of kind Changed and names it.
func (c *contents) verify(keys Keys) (*verified, error) {
	signed, err := c.signed(keys)
	if err != nil {
		return nil, err
	}
	if sum(c.wasm) != signed.WASM {
		return nil, changed(wasmName, "is not the one that was signed")
	}
	if err := c.completes(signed); err != nil {
		return nil, err
	}
	parsed, err := c.described(signed)
	if err != nil {
		return nil, err
	}
	return &verified{contents: c, parsed: parsed, key: signed.Key}, nil
}

// completes checks that the completion file is the signed one, or that it is missing if none was signed.
func (c *contents) completes(signed *signatureFile) error {
	switch {
	case signed.Completion == "" && len(c.completion) == 0:
		return nil
	case len(c.completion) == 0:
		return changed(completionName, "is missing")
	case sum(c.completion) != signed.Completion:
		return changed(completionName, "is not the one that was signed")
	}
	return nil
}

// signed checks the signature and that the manifest is the signed one. It ignores the other files.
func (c *contents) signed(keys Keys) (*signatureFile, error) {
	signed := &signatureFile{}
	if err := json.Unmarshal(c.signature, signed); err != nil {
		return nil, badSignature(signatureName + " cannot be parsed")
	}
	if err := keys.verify(signed.Key, signed.Signature, signed.message()); err != nil {
		return nil, err
	}
	if sum(c.manifest) != signed.Manifest {
		return nil, changed(manifestName, "is not the one that was signed")
	}
	return signed, nil
}

// described reads the manifest and checks that the signature is for its driver, its version and the files that it
// names.
func (c *contents) described(signed *signatureFile) (*manifest.Manifest, error) {
	parsed, err := manifest.Parse(c.manifest)
	if err != nil {
		return nil, wrongDriver("the manifest cannot be parsed", err)
	}
	if parsed.ID != signed.ID || parsed.Version != signed.Version {
		return nil, wrongDriver("the signature is for "+signed.ID+" "+signed.Version, nil)
	}
	if (parsed.Completion == "") != (signed.Completion == "") {
		return nil, wrongDriver("the manifest and the signature disagree about "+completionName, nil)
	}
	return parsed, nil
}

func wrongDriver(detail string, err error) *Error {
	return &Error{Kind: WrongDriver, Message: "The package does not contain the driver that the registry lists.", Detail: detail, Err: err}
}
