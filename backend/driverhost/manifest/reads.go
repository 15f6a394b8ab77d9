package manifest

import (
	"fmt"
	"slices"
	"strings"
)

// readMethods are the methods allowed in the reads table. DELETE is one of them, to close what a read has opened.
var readMethods = []string{"GET", "HEAD", "POST", "DELETE"}

func (r Route) check() error {
	if !slices.Contains(readMethods, r.Method) {
		return fmt.Errorf("method: %q is not one of %s", r.Method, strings.Join(readMethods, ", "))
	}
	if !strings.HasPrefix(r.Path, "/") || (r.Path != "/" && strings.HasSuffix(r.Path, "/")) {
		return fmt.Errorf("path: must begin with a slash and not end with one")
	}
	if r.Path == "/" {
		return nil
	}
	segments := strings.Split(r.Path[1:], "/")
	for i, segment := range segments {
		switch {
		case segment == "**" && i != len(segments)-1:
			return fmt.Errorf("path: ** is not the last segment")
		case segment == "*", segment == "**":
		case !isWord(segment):
			return fmt.Errorf("path: segment %q is not a valid pattern", segment)
		}
	}
	return nil
}

// isWord reports whether a segment is literal: printable characters that need no escaping.
func isWord(segment string) bool {
	return segment != "" && !strings.ContainsFunc(segment, func(c rune) bool {
		return c <= ' ' || c > '~' || strings.ContainsRune(`*[]?#%\`, c)
	})
}
