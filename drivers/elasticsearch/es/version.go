package es

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// Version is what Open found out for all later operations.
type Version struct {
	Number       string // "" if the user may not read it
	Major, Minor int    // 0 if unknown
	Serverless   bool   // Elastic Cloud Serverless: it is newer than any version, and the version that it reports means nothing
}

// Fields implements [wire.Message].
func (s *Version) Fields(c *wire.Codec) {
	c.Text(1, &s.Number)
	c.Small(2, &s.Major)
	c.Small(3, &s.Minor)
	c.Bool(4, &s.Serverless)
}

// VersionOf returns the version of the operation's server; it is unknown if the connection was never opened.
func VersionOf(c *driver.Conn) Version {
	var s Version
	if c.Decode(c.Session(), &s) != nil {
		return Version{}
	}
	return s
}

// ParseVersion parses a version such as "8.16.3" or "8.0.0-SNAPSHOT".
func ParseVersion(version string) Version {
	s := Version{Number: version}
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	s.Major, _ = strconv.Atoi(major)
	s.Minor, _ = strconv.Atoi(minor)
	return s
}

// Supported reports whether the driver was written for the version.
func (s Version) Supported() bool { return s.Serverless || s.Major >= 7 && s.Major <= 9 }

// ReadsRoutes reports whether the server reads an id such as _search in a path as the name of a route: 7.x does, and a
// server of unknown version might.
func (s Version) ReadsRoutes() bool { return !s.AtLeast(8, 0) }

// RouteChars are the characters in names of routes. An id chosen by the server can begin with _ too, but has 20
// characters of base64.
const RouteChars = "abcdefghijklmnopqrstuvwxyz_"

// ReadsAsRoute reports whether the server might read this id in a path as the name of a route.
func (s Version) ReadsAsRoute(id string) bool {
	return strings.HasPrefix(id, "_") && s.ReadsRoutes() && strings.Trim(id, RouteChars) == ""
}

// AtLeast reports whether the version is known and at least major.minor.
func (s Version) AtLeast(major, minor int) bool {
	return s.Serverless || s.Major > major || s.Major == major && s.Minor >= minor
}

// SlicesPoints reports whether points in time can be sliced: 7.14 has points in time, but responds with 500 to a slice
// of one.
func (s Version) SlicesPoints() bool { return s.AtLeast(7, 15) }

// RebuildsBySettings reports whether a source can be synthetic without its mapping saying so.
func (s Version) RebuildsBySettings() bool { return s.AtLeast(8, 17) }

// LeavesVectors reports whether documents may come without their vectors unless those are requested.
func (s Version) LeavesVectors() bool { return s.AtLeast(9, 2) }
