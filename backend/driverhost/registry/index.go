// Package registry finds, checks, installs and loads driver packages. A registry is one signed index, a JSON file that
// lists drivers and their packages, at an https URL, in a folder or on a loopback server. Only files signed with a
// known publisher key are trusted, and an installed driver is verified again at every load.
//
// Decisions:
//   - A package older than the installed one is refused, and so is an index that differs from the one already seen with
//     its sequence number: going back is a decision (uninstall first), not an accident.
//   - The manifest of an installed driver is verified without its module: the signature covers both hashes, and titles and
//     forms are read far more often than a driver is started.
//   - An index may revoke older keys of its publisher. What was revoked stays so on this computer, and applies to installed
//     drivers too.
//   - A package has the manifest that the index shows: its form and its list of reads are what the user agreed to.
//   - Only builds with the tag devkey trust the development key; dev is a tag of Wails.
//   - The registry is contacted over HTTP/1.1.
package registry

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"quarry/backend/driverhost/manifest"
)

// IndexSchema is the only supported index schema.
const IndexSchema = 1

const (
	maxIndex     = 4 << 20
	maxSignature = 64 << 10
	maxPackage   = 32 << 20
	maxInstaller = 512 << 20
)

// Index is a registry's verified list of drivers.
type Index struct {
	Sequence int64 // grows with each change to the index
	Expires  time.Time
	Key      string   // fingerprint of the publisher's key
	Revoked  []string // fingerprints of older keys of the publisher that are no longer trusted
	Entries  []Entry

	Application *Release // the application's newest version, nil if the index names none
}

// Entry is one driver that a registry offers. If this application cannot read its manifest, Manifest is nil, Problem
// says why, and the entry cannot be installed.
type Entry struct {
	ID       string
	Title    string
	Manifest *manifest.Manifest
	Packages []Package
	Problem  *Error
}

// Package is one file with a driver for one platform.
type Package struct {
	Platform string `json:"platform"` // manifest.PlatformAny or os/arch
	URL      string `json:"url"`      // may be relative in an index; always absolute in a fetched Entry
	Size     int64  `json:"size"`     // bytes
	SHA256   string `json:"sha256"`   // lower-case hexadecimal
}

type indexFile struct {
	Schema   int         `json:"schema"`
	Sequence int64       `json:"sequence"`
	Expires  time.Time   `json:"expires"`
	Key      string      `json:"key"`
	Revoked  []string    `json:"revoked,omitempty"`
	Drivers  []entryFile `json:"drivers"`

	Application *Release `json:"application,omitempty"`
}

type entryFile struct {
	Manifest json.RawMessage `json:"manifest"`
	Packages []Package       `json:"packages"`
}

// detached is index.json.sig: an ed25519 signature over the exact bytes of index.json.
type detached struct {
	Key       string `json:"key"`
	Signature string `json:"signature"`
}

// readIndex verifies the signature of the index, then parses it. Nothing is parsed before it is verified.
func readIndex(data, signature []byte, keys Keys) (*Index, error) {
	var sig detached
	if err := json.Unmarshal(signature, &sig); err != nil {
		return nil, badSignature("the signature file cannot be parsed")
	}
	if err := keys.verify(sig.Key, sig.Signature, data); err != nil {
		return nil, err
	}
	index, err := parseIndex(data)
	if err != nil {
		return nil, err
	}
	if index.Key != sig.Key {
		return nil, badSignature("the index names a different key from its signature")
	}
	return index, nil
}

// parseIndex parses an index. A driver whose manifest this application cannot read is listed with its Problem, so that
// one newer driver does not hide the others.
func parseIndex(data []byte) (*Index, error) {
	if len(data) > maxIndex {
		return nil, badIndex("larger than 4 MB", nil)
	}
	var file indexFile
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, badIndex("not valid JSON", err)
	}
	if name := givenTwice(json.NewDecoder(bytes.NewReader(data))); name != "" {
		return nil, badIndex(fmt.Sprintf("%q is given twice", name), nil)
	}
	switch {
	case file.Schema != IndexSchema:
		return nil, badIndex(fmt.Sprintf("schema %d", file.Schema), nil)
	case file.Sequence < 1:
		return nil, badIndex("no sequence", nil)
	case file.Expires.IsZero():
		return nil, badIndex("no expiry date", nil)
	}
	for _, fingerprint := range file.Revoked {
		if !fingerprintPattern.MatchString(fingerprint) || fingerprint == file.Key {
			return nil, badIndex(fmt.Sprintf("revokes %q, which is its own key or no fingerprint", fingerprint), nil)
		}
	}
	index := &Index{Sequence: file.Sequence, Expires: file.Expires, Key: file.Key, Revoked: file.Revoked}
	seen := make(map[string]bool)
	for i, driver := range file.Drivers {
		entry, err := parseEntry(driver)
		if err != nil {
			return nil, badIndex(fmt.Sprintf("driver %d", i+1), err)
		}
		if seen[entry.ID] {
			return nil, badIndex(fmt.Sprintf("driver %s is listed twice", entry.ID), nil)
		}
		seen[entry.ID] = true
		index.Entries = append(index.Entries, entry)
	}
	if file.Application != nil {
		if err := file.Application.check(); err != nil {
			return nil, badIndex("application", err)
		}
		index.Application = file.Application
	}
	return index, nil
}

// givenTwice returns the name of a member that an object of a valid JSON text has twice, "" if there is none. Programs
// differ in which of the two they take. Names that differ only in case are one name, as they are when the index is parsed.
func givenTwice(text *json.Decoder) string {
	token, _ := text.Token()
	opened, _ := token.(json.Delim)
	if opened == 0 {
		return ""
	}
	seen := make(map[string]bool)
	for text.More() {
		if opened == '{' {
			token, _ := text.Token()
			name, _ := token.(string)
			if seen[strings.ToLower(name)] {
				return name
			}
			seen[strings.ToLower(name)] = true
		}
		if name := givenTwice(text); name != "" {
			return name
		}
	}
	_, _ = text.Token()
	return ""
}

func parseEntry(file entryFile) (Entry, error) {
	var head struct{ ID, Title string }
	if err := json.Unmarshal(file.Manifest, &head); err != nil {
		return Entry{}, fmt.Errorf("read the manifest's head: %w", err)
	}
	if !manifest.ValidID(head.ID) {
		return Entry{}, fmt.Errorf("%q is not a driver id", head.ID)
	}
	for _, pkg := range file.Packages {
		if err := pkg.check(maxPackage); err != nil {
			return Entry{}, fmt.Errorf("package of %s: %w", head.ID, err)
		}
	}
	entry := Entry{ID: head.ID, Title: head.Title, Packages: file.Packages}
	m, err := manifest.Parse(file.Manifest)
	if err != nil {
		entry.Problem = &Error{Kind: WrongVersion, Message: sentenceNewer, Detail: "the manifest cannot be parsed", Err: err}
		return entry, nil
	}
	entry.Manifest = m
	return entry, nil
}

// check checks what an index says about a file of at most limit bytes.
func (p Package) check(limit int64) error {
	sum, err := hex.DecodeString(p.SHA256)
	switch {
	case err != nil || len(sum) != 32 || hex.EncodeToString(sum) != p.SHA256:
		return fmt.Errorf("sha256 %q is not 64 lower-case hexadecimal digits", p.SHA256)
	case p.Size < 1 || p.Size > limit:
		return fmt.Errorf("size %d, must be between 1 and %d bytes", p.Size, limit)
	case p.Platform == "" || p.URL == "":
		return fmt.Errorf("no platform or no url")
	}
	return nil
}
