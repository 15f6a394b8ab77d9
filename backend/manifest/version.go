package manifest

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// versionPattern is the grammar of Semantic Versioning 2.0.0 without build metadata, with at most nine digits a number.
var versionPattern = regexp.MustCompile(`^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$`)

// Version is a semantic version.
type Version struct {
	core [3]int
	pre  []string
}

// ParseVersion reads a semantic version without build metadata, such as 1.2.0 or 1.2.0-dev.3.
func ParseVersion(text string) (Version, error) {
	parts := versionPattern.FindStringSubmatch(text)
	if parts == nil {
		return Version{}, fmt.Errorf("read version %q: not a semantic version", text)
	}
	var version Version
	for i := range version.core {
		n, err := strconv.Atoi(parts[i+1])
		if err != nil {
			return Version{}, fmt.Errorf("read version %q: %w", text, err)
		}
		version.core[i] = n
	}
	if parts[4] != "" {
		version.pre = strings.Split(parts[4], ".")
	}
	return version, nil
}

// Compare gives -1, 0 or 1 as v is older than, as old as or newer than w (Semantic Versioning 2.0.0, 11).
func (v Version) Compare(w Version) int {
	if c := v.CompareCore(w); c != 0 {
		return c
	}
	switch {
	case len(v.pre) == 0 && len(w.pre) == 0:
		return 0
	case len(v.pre) == 0:
		return 1
	case len(w.pre) == 0:
		return -1
	}
	for i := 0; i < len(v.pre) && i < len(w.pre); i++ {
		if c := compareIdentifier(v.pre[i], w.pre[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(v.pre), len(w.pre))
}

// CompareCore is Compare without the pre-release part: a pre-release of a version counts as that version.
func (v Version) CompareCore(w Version) int {
	for i := range v.core {
		if c := cmp.Compare(v.core[i], w.core[i]); c != 0 {
			return c
		}
	}
	return 0
}

func compareIdentifier(a, b string) int {
	aNumber, bNumber := isDigits(a), isDigits(b)
	switch {
	case aNumber && bNumber:
		a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
		if c := cmp.Compare(len(a), len(b)); c != 0 {
			return c
		}
		return strings.Compare(a, b)
	case aNumber:
		return -1
	case bNumber:
		return 1
	default:
		return strings.Compare(a, b)
	}
}

func isDigits(s string) bool {
	return strings.Trim(s, "0123456789") == ""
}
