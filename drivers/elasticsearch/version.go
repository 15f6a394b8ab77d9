package elasticsearch

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// serverVersion is what Open found out and every later operation can use.
type serverVersion struct {
	version      string // "" if the user has no permission to read it
	major, minor int
	serverless   bool // Elastic Cloud Serverless: it is newer than any version, and the one that it reports means nothing
}

// Fields implements [wire.Message].
func (s *serverVersion) Fields(c *wire.Codec) {
	c.Text(1, &s.version)
	c.Small(2, &s.major)
	c.Small(3, &s.minor)
	c.Bool(4, &s.serverless)
}

// versionOf returns the session of an operation's connection; a connection that was never opened has an unknown
// version.
func versionOf(c *driver.Conn) serverVersion {
	var s serverVersion
	if c.Decode(c.Session(), &s) != nil {
		return serverVersion{}
	}
	return s
}

// parseVersion reads a version such as "8.16.3" or "8.0.0-SNAPSHOT".
func parseVersion(version string) serverVersion {
	s := serverVersion{version: version}
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	s.major, _ = strconv.Atoi(major)
	s.minor, _ = strconv.Atoi(minor)
	return s
}

// supported reports whether the version is one that the driver was written for.
func (s serverVersion) supported() bool { return s.serverless || s.major >= 7 && s.major <= 9 }

// readsRoutes reports whether the server reads an id such as _search in a path as the name of a route: 7.x does, and a
// server of an unknown version might.
func (s serverVersion) readsRoutes() bool { return !s.atLeast(8, 0) }

// routeChars are the characters of every name of a route. An id that the server itself chose can begin with _ too, but
// has 20 characters of base64.
const routeChars = "abcdefghijklmnopqrstuvwxyz_"

// readsAsRoute reports whether the server might read this id in a path as the name of a route.
func (s serverVersion) readsAsRoute(id string) bool {
	return strings.HasPrefix(id, "_") && s.readsRoutes() && strings.Trim(id, routeChars) == ""
}

// atLeast reports whether the version is known and not older.
func (s serverVersion) atLeast(major, minor int) bool {
	return s.serverless || s.major > major || s.major == major && s.minor >= minor
}

// slicesPoints reports whether points in time can be sliced: 7.14 has points in time, but responds with 500 to a slice of
// one.
func (s serverVersion) slicesPoints() bool { return s.atLeast(7, 15) }
