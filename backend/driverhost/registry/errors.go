package registry

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"quarry/backend/driverhost/manifest"
	"quarry/backend/profile"
)

// Kind is what went wrong. Callers branch on it, never on a text.
type Kind string

// The kinds of *Error.
const (
	NoAddress    Kind = "no-address"    // no registry address is set
	BadAddress   Kind = "address"       // the address is neither https, loopback http nor a file
	Unreachable  Kind = "unreachable"   // the registry or a package could not be read
	BadIndex     Kind = "index"         // the index cannot be parsed
	Downgrade    Kind = "downgrade"     // the index is older than one already seen
	Reused       Kind = "sequence"      // the index differs from the one already seen with its sequence number
	Older        Kind = "older"         // the file is an older version than the installed one
	Expired      Kind = "expired"       // the index has expired
	NoSignature  Kind = "signature"     // the signature is missing or invalid
	UnknownKey   Kind = "key"           // signed with a key that is not trusted
	RevokedKey   Kind = "revoked-key"   // signed with a key that its publisher has revoked
	WrongHash    Kind = "hash"          // the download is not the listed file
	TooLong      Kind = "size"          // the download is longer than listed
	Truncated    Kind = "truncated"     // the download ended early
	BadArchive   Kind = "archive"       // the package is malformed, leads outside its folder or decompresses to too much
	WrongDriver  Kind = "driver"        // the package contains another driver or an invalid manifest
	NoPlatform   Kind = "platform"      // not available for this computer
	WrongVersion Kind = "protocol"      // the protocol or application version does not match
	NotStarted   Kind = "start"         // the driver did not start
	Changed      Kind = "changed"       // an installed file is not the signed one
	NotInstalled Kind = "not-installed" // no such driver is installed
	Closed       Kind = "closed"        // nothing may be read from the registry or installed
	Disabled     Kind = "disabled"      // the user switched the driver off
	InUse        Kind = "in-use"        // connections of the driver are open
	Storage      Kind = "storage"       // a file of the profile could not be read or written
	Internal     Kind = "internal"      // a bug in Quarry; Detail has the stack trace
)

// Error is a refusal or a failure of the registry. Message is the sentence for the user; Detail is for Copy Details and
// may be empty. Neither contains a credential.
type Error struct {
	Kind    Kind
	Message string
	Detail  string
	Err     error // the cause, if any
}

// Error returns kind, detail and cause, without the user's sentence.
func (e *Error) Error() string {
	parts := []string{"driver registry: " + string(e.Kind)}
	if e.Detail != "" {
		parts = append(parts, e.Detail)
	}
	if e.Err != nil {
		parts = append(parts, e.Err.Error())
	}
	return strings.Join(parts, ": ")
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

const (
	sentenceNoAddress = "No driver registry is set"
	sentenceSignature = "The signature is not valid."
	sentenceOutside   = "The package contains a path outside its folder."
	sentenceNewer     = "This driver needs a newer version of Quarry. Update Quarry, then install the driver."
	sentenceOlder     = "This driver was built for an older version of Quarry. Update the driver."
	sentenceIndex     = "The registry's index is not valid."
)

func badSignature(detail string) *Error {
	return &Error{Kind: NoSignature, Message: sentenceSignature, Detail: detail}
}

func badIndex(detail string, err error) *Error {
	return &Error{Kind: BadIndex, Message: sentenceIndex, Detail: detail, Err: err}
}

func unknownKey(fingerprint string) *Error {
	return &Error{
		Kind:    UnknownKey,
		Message: fmt.Sprintf("It is signed with a key that this build of Quarry does not trust (%s).", fingerprint),
		Detail:  "key " + fingerprint,
	}
}

func revokedKey(fingerprint, by string) *Error {
	return &Error{
		Kind:    RevokedKey,
		Message: fmt.Sprintf("It is signed with a key that its publisher has revoked (%s).", fingerprint),
		Detail:  fmt.Sprintf("key %s, revoked by key %s", fingerprint, by),
	}
}

func downgrade(sequence, seen int64) *Error {
	return &Error{
		Kind:    Downgrade,
		Message: fmt.Sprintf("The registry's index is older than the last one (%d, last %d).", sequence, seen),
		Detail:  fmt.Sprintf("sequence %d, seen %d", sequence, seen),
	}
}

func reused(sequence int64) *Error {
	return &Error{
		Kind:    Reused,
		Message: fmt.Sprintf("The registry's index has changed but still has the sequence number %d. Its publisher has to sign it with a higher one.", sequence),
		Detail:  fmt.Sprintf("sequence %d", sequence),
	}
}

func older(offered, installed *manifest.Manifest) *Error {
	return &Error{
		Kind: Older,
		Message: fmt.Sprintf("The file contains %s %s, which is older than the installed version %s. To go back to it, uninstall the driver first.",
			offered.Title, offered.Version, installed.Version),
		Detail: offered.ID,
	}
}

func expired(at time.Time) *Error {
	return &Error{
		Kind:    Expired,
		Message: fmt.Sprintf("The registry's index expired on %s.", date(at)),
		Detail:  "expired at " + at.UTC().Format(time.RFC3339),
	}
}

func wrongHash(got, want string) *Error {
	return &Error{
		Kind:    WrongHash,
		Message: fmt.Sprintf("The download does not match the registry: its SHA-256 is %s, expected %s.", short(got), short(want)),
		Detail:  fmt.Sprintf("sha-256 %s, listed %s", got, want),
	}
}

func truncated(got, want int64) *Error {
	return &Error{
		Kind:    Truncated,
		Message: fmt.Sprintf("The download ended after %s of %s MB.", megabytes(got, want), megabytes(want, want)),
		Detail:  fmt.Sprintf("%d of %d bytes", got, want),
	}
}

func stalledAfter(got, want int64, err stalled) *Error {
	return &Error{
		Kind:    Truncated,
		Message: fmt.Sprintf("The download stopped after %s of %s MB: %s.", megabytes(got, want), megabytes(want, want), err),
		Detail:  fmt.Sprintf("%d of %d bytes", got, want),
		Err:     err,
	}
}

func tooLong(want int64) *Error {
	return &Error{
		Kind:    TooLong,
		Message: fmt.Sprintf("The download is larger than the %s MB that the registry lists.", megabytes(want, want)),
		Detail:  fmt.Sprintf("more than %d bytes", want),
	}
}

func outside(name string) *Error {
	return &Error{Kind: BadArchive, Message: sentenceOutside, Detail: fmt.Sprintf("entry %q", name)}
}

func bomb(limit int64, detail string) *Error {
	return &Error{Kind: BadArchive, Message: fmt.Sprintf("The package unpacks to more than %d MB.", limit>>20), Detail: detail}
}

func badArchive(detail string, err error) *Error {
	return &Error{Kind: BadArchive, Message: "The package is not a driver package.", Detail: detail, Err: err}
}

func changed(file, what string) *Error {
	return &Error{
		Kind:    Changed,
		Message: fmt.Sprintf("The file %s of the installed driver %s. Install the driver again.", file, what),
		Detail:  file,
	}
}

func storage(doing string, err error) *Error {
	if errors.Is(err, profile.ErrLocked) {
		return &Error{Kind: Storage, Message: "Another Quarry process is changing this. Try again in a moment.", Detail: doing, Err: err}
	}
	return &Error{Kind: Storage, Message: "Quarry cannot use the driver folder.", Detail: doing, Err: err}
}

// short shortens a hash to its first and last digits, the ones that people compare.
func short(hash string) string {
	if len(hash) < 8 {
		return hash
	}
	return hash[:4] + "…" + hash[len(hash)-3:]
}

// megabytes formats n with one decimal place, or three if whole is small.
func megabytes(n, whole int64) string {
	if whole < 500_000 {
		return fmt.Sprintf("%.3f", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f", float64(n)/1e6)
}

func date(t time.Time) string {
	return t.UTC().Format("2 January 2006")
}
