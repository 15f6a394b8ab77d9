package registry

import (
	"errors"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"quarry/backend/connection/loopback"
)

// location is where a registry's file is: a path or an http(s) URL, never both.
type location struct {
	file string
	url  *url.URL
}

// locate parses an address: a file's path, a file: URL, https, or http on a loopback host.
func locate(text string) (location, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return location{}, &Error{Kind: NoAddress, Message: sentenceNoAddress}
	}
	if !strings.Contains(text, "://") && !strings.HasPrefix(text, "file:") {
		path, err := filepath.Abs(text)
		if err != nil {
			return location{}, badAddress("not a path")
		}
		return location{file: path}, nil
	}
	if path := drivePath(text); path != "" && filepath.Separator == '\\' {
		return location{file: path}, nil
	}
	parsed, err := url.Parse(text)
	if err != nil {
		return location{}, badAddress("not a URL")
	}
	return fromURL(parsed)
}

var driveAddress = regexp.MustCompile(`(?i)^file:[/\\]*([a-z]:[/\\].*)$`)

// drivePath returns the Windows path in an address such as file://C:\Users\anna\index.json, which is how people type
// it, or file:///C:/Users/anna/index.json; "" for other addresses. Only an address without backslashes is escaped.
func drivePath(address string) string {
	found := driveAddress.FindStringSubmatch(address)
	if found == nil {
		return ""
	}
	path := found[1]
	if !strings.Contains(path, `\`) {
		plain, err := url.PathUnescape(path)
		if err != nil {
			return ""
		}
		path = plain
	}
	return strings.ReplaceAll(path, "/", `\`)
}

func fromURL(u *url.URL) (location, error) {
	switch {
	case u.User != nil:
		return location{}, badAddress("it contains a user name or password")
	case u.Fragment != "":
		return location{}, badAddress("it contains a fragment")
	case u.Scheme == "file" && (u.Host == "" || u.Host == "localhost") && u.Path != "":
		return location{file: filePath(u.Path)}, nil
	case u.Scheme == "https" && u.Hostname() != "":
		return location{url: u}, nil
	case u.Scheme == "http" && loopback.Is(u.Hostname()):
		return location{url: u}, nil
	case u.Scheme == "http":
		return location{}, badAddress("http is allowed on loopback hosts only")
	}
	return location{}, badAddress("neither https nor a file")
}

// filePath converts the path of a file: URL to a path on this system; on Windows "/C:/x" becomes C:\x.
func filePath(path string) string {
	if filepath.Separator == '\\' && len(path) > 2 && path[2] == ':' {
		path = path[1:]
	}
	return filepath.FromSlash(path)
}

func badAddress(detail string) *Error {
	return &Error{Kind: BadAddress, Message: "The registry address must be an https URL or a file path.", Detail: detail}
}

// signature returns the location of the index's detached signature.
func (l location) signature() location {
	if l.url == nil {
		return location{file: l.file + ".sig"}
	}
	u := *l.url
	u.Path += ".sig"
	if u.RawPath != "" {
		u.RawPath += ".sig"
	}
	return location{url: &u}
}

// resolve returns the location of a reference in an index at l. A remote index cannot refer to a local file, nor a
// local one to a file outside its folder.
func (l location) resolve(reference string) (location, error) {
	parsed, err := url.Parse(reference)
	if err != nil {
		return location{}, badAddress("the package's address is not a URL")
	}
	if l.url != nil {
		resolved, err := fromURL(l.url.ResolveReference(parsed))
		if err == nil && resolved.url == nil {
			return location{}, badAddress("a remote index refers to a local file")
		}
		return resolved, err
	}
	if parsed.IsAbs() {
		return fromURL(parsed)
	}
	name := filepath.FromSlash(parsed.Path)
	if parsed.Host != "" || !filepath.IsLocal(name) {
		return location{}, badAddress("the package is outside the index's folder")
	}
	return location{file: filepath.Join(filepath.Dir(l.file), name)}, nil
}

// String returns an address that locate accepts.
func (l location) String() string {
	if l.url != nil {
		return l.url.String()
	}
	return l.file
}

// shown returns the address without its query, which may contain a mirror's token.
func (l location) shown() string {
	if l.url == nil {
		return l.file
	}
	u := *l.url
	u.RawQuery, u.ForceQuery = "", false
	return u.String()
}

// name returns the last part of the address.
func (l location) name() string {
	if l.url == nil {
		return filepath.Base(l.file)
	}
	return path.Base(l.url.Path)
}

// withoutAddress unwraps an error that repeats the whole address.
func withoutAddress(err error) error {
	var byURL *url.Error
	if errors.As(err, &byURL) {
		return byURL.Err
	}
	return err
}

// CheckAddress returns an *Error if the text cannot be a registry's address.
func CheckAddress(text string) error {
	_, err := locate(text)
	return err
}
