package enginetest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// recorder replaces a test and records how it ended. Like a real one, it ends the test's goroutine.
type recorder struct{ skipped, failed string }

type ending struct{}

func (*recorder) Helper() {}

func (r *recorder) Skipf(format string, args ...any) {
	r.skipped = fmt.Sprintf(format, args...)
	panic(ending{})
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.failed = fmt.Sprintf(format, args...)
	panic(ending{})
}

// record runs use like a test and returns how it ended.
func record(use func(TB)) (r recorder) {
	defer func() {
		if caught := recover(); caught != nil && caught != (ending{}) {
			panic(caught)
		}
	}()
	use(&r)
	return r
}

var uses = map[string]func(TB){
	"ES8":            func(t TB) { ES8(t) },
	"ES7":            func(t TB) { ES7(t) },
	"ES79":           func(t TB) { ES79(t) },
	"ES9":            func(t TB) { ES9(t) },
	"ES8TLS":         func(t TB) { ES8TLS(t) },
	"Credentials":    func(t TB) { Credentials(t) },
	"TLSCredentials": func(t TB) { TLSCredentials(t) },
}

func clearEnvironment(t *testing.T) {
	for _, name := range []string{"QUARRY_ES8_URL", "QUARRY_ES7_URL", "QUARRY_ES79_URL", "QUARRY_ES9_URL", "QUARRY_ES8TLS_URL", "QUARRY_ES8TLS_CA", "QUARRY_ES_USER", "QUARRY_ES_PASSWORD_FILE", "QUARRY_ES8TLS_PASSWORD_FILE", "QUARRY_REQUIRE_ENGINES"} {
		t.Setenv(name, "")
	}
}

func TestWithoutAnEngineATestIsSkippedWithTheReason(t *testing.T) {
	clearEnvironment(t)
	for name, use := range uses {
		t.Run(name, func(t *testing.T) {
			ended := record(use)
			require.Regexp(t, `^no real engine: QUARRY_\w+ is not set$`, ended.skipped)
			require.Empty(t, ended.failed)
		})
	}
}

func TestWhereEnginesAreRequiredATestWithoutOneFails(t *testing.T) {
	clearEnvironment(t)
	t.Setenv("QUARRY_REQUIRE_ENGINES", "1")
	for name, use := range uses {
		t.Run(name, func(t *testing.T) {
			ended := record(use)
			require.Regexp(t, `^QUARRY_\w+ is not set`, ended.failed)
			require.Empty(t, ended.skipped)
		})
	}
}

func TestTheEnvironmentNamesTheEngines(t *testing.T) {
	clearEnvironment(t)
	file := filepath.Join(t.TempDir(), "password")
	require.NoError(t, os.WriteFile(file, []byte(" pass word \n"), 0o600))
	t.Setenv("QUARRY_ES8_URL", "http://127.0.0.1:1/")
	t.Setenv("QUARRY_ES7_URL", "http://127.0.0.1:2")
	t.Setenv("QUARRY_ES79_URL", "http://127.0.0.1:3")
	t.Setenv("QUARRY_ES9_URL", "http://127.0.0.1:5/")
	t.Setenv("QUARRY_ES8TLS_URL", "https://127.0.0.1:4")
	t.Setenv("QUARRY_ES8TLS_CA", "ca.crt")
	t.Setenv("QUARRY_ES_USER", "someone")
	t.Setenv("QUARRY_ES_PASSWORD_FILE", file)
	tlsFile := filepath.Join(t.TempDir(), "password")
	require.NoError(t, os.WriteFile(tlsFile, []byte("another\n"), 0o600))
	t.Setenv("QUARRY_ES8TLS_PASSWORD_FILE", tlsFile)

	require.Equal(t, "http://127.0.0.1:1", ES8(t))
	require.Equal(t, "http://127.0.0.1:2", ES7(t))
	require.Equal(t, "http://127.0.0.1:3", ES79(t))
	require.Equal(t, "http://127.0.0.1:5", ES9(t))
	url, ca := ES8TLS(t)
	require.Equal(t, []string{"https://127.0.0.1:4", "ca.crt"}, []string{url, ca})
	user, password := Credentials(t)
	require.Equal(t, []string{"someone", " pass word "}, []string{user, password})
	user, password = TLSCredentials(t)
	require.Equal(t, []string{"someone", "another"}, []string{user, password})
}

func TestAPasswordFileThatCannotBeReadFailsTheTest(t *testing.T) {
	clearEnvironment(t)
	t.Setenv("QUARRY_ES_USER", "someone")
	t.Setenv("QUARRY_ES_PASSWORD_FILE", filepath.Join(t.TempDir(), "missing"))
	require.Contains(t, record(func(t TB) { Credentials(t) }).failed, "read the password of the real engine")
}
