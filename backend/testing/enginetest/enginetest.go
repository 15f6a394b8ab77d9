// Package enginetest gives tests access to real engines. `make test` starts the engines and puts their addresses into
// the environment. A test whose engine is not there is skipped with a reason that begins "no real engine:", or fails if
// QUARRY_REQUIRE_ENGINES=1 is set.
//
// All packages share an engine: a test uses indices with its own names and deletes them.
package enginetest

import (
	"os"
	"strings"
)

// TB is the part of testing.TB that this package uses.
type TB interface {
	Helper()
	Skipf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// ES8 returns the address of an 8.16 node, without a final slash. Security is on: a request without credentials acts as
// superuser, wrong credentials are refused with 401.
func ES8(t TB) string {
	t.Helper()
	return address(t, "QUARRY_ES8_URL")
}

// ES7 returns the address of a 7.17 node without security, without a final slash.
func ES7(t TB) string {
	t.Helper()
	return address(t, "QUARRY_ES7_URL")
}

// ES79 returns the address of a 7.9 node without security and without point in time, without a final slash.
func ES79(t TB) string {
	t.Helper()
	return address(t, "QUARRY_ES79_URL")
}

// ES9 returns the address of a 9.4 node without security, without a final slash.
func ES9(t TB) string {
	t.Helper()
	return address(t, "QUARRY_ES9_URL")
}

// ES8TLS returns the https address of an 8.16 node, without a final slash, and the path of the PEM file of the
// authority that signed its certificate (for localhost, 127.0.0.1 and ::1). Every request needs TLSCredentials.
func ES8TLS(t TB) (url, caFile string) {
	t.Helper()
	return address(t, "QUARRY_ES8TLS_URL"), variable(t, "QUARRY_ES8TLS_CA")
}

// Credentials returns the superuser of ES8.
func Credentials(t TB) (user, password string) {
	t.Helper()
	return superuser(t, "QUARRY_ES_PASSWORD_FILE")
}

// TLSCredentials returns the superuser of ES8TLS.
func TLSCredentials(t TB) (user, password string) {
	t.Helper()
	return superuser(t, "QUARRY_ES8TLS_PASSWORD_FILE")
}

func superuser(t TB, passwordFile string) (user, password string) {
	t.Helper()
	user = variable(t, "QUARRY_ES_USER")
	file := variable(t, passwordFile)
	if user == "" || file == "" {
		return "", ""
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("read the password of the real engine: %v", err)
	}
	return user, strings.TrimRight(string(content), "\r\n")
}

func address(t TB, name string) string {
	t.Helper()
	return strings.TrimRight(variable(t, name), "/")
}

// variable returns the value of an environment variable; if it is not set, the test ends.
func variable(t TB, name string) string {
	t.Helper()
	value := os.Getenv(name)
	if value != "" {
		return value
	}
	if os.Getenv("QUARRY_REQUIRE_ENGINES") == "1" {
		t.Fatalf("%s is not set, and QUARRY_REQUIRE_ENGINES=1 asks for a real engine", name)
		return ""
	}
	t.Skipf("no real engine: %s is not set", name)
	return ""
}
