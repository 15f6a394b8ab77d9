package manifest

import (
	"fmt"
	"strings"

	"golang.org/x/mod/semver"
)

// maxVersion is the maximum length of a version, which also names a folder.
const maxVersion = 64

// Version is a semantic version.
type Version struct{ text string } // in the form of package semver: v1.2.0-dev.3

// ParseVersion parses a semantic version without build metadata, such as 1.2.0 or 1.2.0-dev.3.
func ParseVersion(text string) (Version, error) {
	v := "v" + text
	if len(text) > maxVersion || semver.Canonical(v) != v {
		return Version{}, fmt.Errorf("read version %q: not a semantic version", text)
	}
	return Version{v}, nil
}

// Compare returns -1, 0 or 1 if v is older than, the same as or newer than w (Semantic Versioning 2.0.0, 11).
func (v Version) Compare(w Version) int { return semver.Compare(v.text, w.text) }

// CompareCore is Compare without the pre-release part: a pre-release counts as its final version.
func (v Version) CompareCore(w Version) int { return semver.Compare(v.core(), w.core()) }

func (v Version) core() string { return strings.TrimSuffix(v.text, semver.Prerelease(v.text)) }
