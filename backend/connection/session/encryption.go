package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"quarry/backend/connection/transport"
	"quarry/backend/driverhost/manifest"
	"quarry/backend/profile/secrets"
	"quarry/drivers/driver"
)

// Ids of the form's encryption fields.
const (
	fieldSkipVerify = "skipVerify"
	fieldCAFile     = "caFile"
	fieldCertFile   = "certFile"
	fieldKeyFile    = "keyFile"
	fieldPassphrase = "keyPassphrase"
)

// tlsOptions returns the options set in the form. A file chosen for one mode is kept, but not used, in modes that do
// not need it. The passphrase is read only for a client certificate.
func tlsOptions(ctx context.Context, m *manifest.Manifest, s FormValues, secret secretSource) (transport.TLS, error) {
	o := transport.TLS{Mode: transport.Mode(s[manifest.FieldMode]), SkipVerify: s[fieldSkipVerify] == "true"}
	files := []struct {
		field string
		path  *string
	}{{fieldCAFile, &o.CAFile}, {fieldCertFile, &o.CertFile}, {fieldKeyFile, &o.KeyFile}}
	for _, file := range files {
		var err error
		if *file.path, err = wholePath(m.Used(file.field, s)); err != nil {
			return transport.TLS{}, err
		}
	}
	if o.CertFile == "" {
		return o, nil
	}
	passphrase, err := secret(ctx, fieldPassphrase)
	if err != nil && !errors.Is(err, secrets.ErrNotFound) {
		return transport.TLS{}, err
	}
	o.KeyPassphrase = passphrase
	return o, nil
}

// wholePath returns a typed path with ~ replaced by the user's home folder. It refuses any other relative path, because
// that would depend on the folder in which the application is started.
func wholePath(path string) (string, error) {
	path = strings.TrimSpace(path)
	if isShare(path) {
		return "", &driver.Error{
			Kind: driver.Invalid, Message: fmt.Sprintf("The file %s is on another computer, so Quarry does not open it.", path),
			Hint: "Copy it to this computer. Windows would sign in to that computer with your account to read it.",
		}
	}
	if path == "" || filepath.IsAbs(path) {
		return path, nil
	}
	rest, ok := strings.CutPrefix(filepath.ToSlash(path), "~/")
	if !ok {
		return "", &driver.Error{
			Kind: driver.Invalid, Message: fmt.Sprintf("The path of the file %s is not absolute.", path),
			Hint: "Start the path with a slash, a drive letter or ~ (your home folder).",
		}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("find the user's own folder for %s: %w", path, err)
	}
	return filepath.Join(home, filepath.FromSlash(rest)), nil
}

// isShare reports whether a path begins with two separators: Windows would then ask another computer for it or not
// treat it as a file. On other systems it is an ordinary path, but it is refused there too, since connections are
// exchanged between systems.
func isShare(path string) bool {
	return len(path) > 1 && strings.ContainsAny(path[:1], `/\`) && strings.ContainsAny(path[1:2], `/\`)
}

// ConnectError is a failed HTTPS connection: the failure, and what the server presented before it.
type ConnectError struct {
	Err error
	TLS *transport.TLSFacts // never nil
}

// Error returns the text of the failure.
func (e *ConnectError) Error() string { return e.Err.Error() }

// Unwrap returns the failure.
func (e *ConnectError) Unwrap() error { return e.Err }

// withFacts adds what the server presented, if anything, to a failure.
func (s *Session) withFacts(err error) error {
	if facts := s.client.TLS(); facts != nil {
		return &ConnectError{Err: err, TLS: facts}
	}
	return err
}
