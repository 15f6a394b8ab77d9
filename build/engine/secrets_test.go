package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/bcrypt"
)

func readText(t *testing.T, parts ...string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(parts...))
	require.NoError(t, err)
	return string(content)
}

func TestTheSuperusersPasswordStandsInItsFileOnly(t *testing.T) {
	config := t.TempDir()
	file := filepath.Join(t.TempDir(), "password")
	require.NoError(t, os.WriteFile(file, []byte("older, and readable by all"), 0o644))

	password, err := addSuperuser(config, "someone", file)
	require.NoError(t, err)
	require.Equal(t, password+"\n", readText(t, file))
	info, err := os.Stat(file)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	users := readText(t, config, "users")
	name, hash, _ := strings.Cut(strings.TrimSpace(users), ":")
	require.Equal(t, "someone", name)
	require.True(t, strings.HasPrefix(hash, "$2a$10$"), "the engine reads this form of hash")
	require.NoError(t, bcrypt.CompareHashAndPassword([]byte(hash), []byte(password)))
	require.NotContains(t, users, password)
	require.Equal(t, "superuser:someone\n", readText(t, config, "users_roles"))
}

func TestEveryStartHasAPasswordOfItsOwn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "password")
	first, err := addSuperuser(t.TempDir(), "someone", file)
	require.NoError(t, err)
	second, err := addSuperuser(t.TempDir(), "someone", file)
	require.NoError(t, err)
	require.NotEqual(t, first, second)
}

func TestAPasswordFileThatIsALinkIsReplaced(t *testing.T) {
	folder := t.TempDir()
	target, link := filepath.Join(folder, "target"), filepath.Join(folder, "password")
	require.NoError(t, os.WriteFile(target, []byte("untouched"), 0o644))
	require.NoError(t, os.Symlink(target, link))
	require.NoError(t, writeSecret(link, "secret"))
	require.Equal(t, "untouched", readText(t, target))
}

func TestTheServersCertificateIsForThisMachineOnly(t *testing.T) {
	start := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	config := t.TempDir()
	authority, err := writeCertificates(config, start)
	require.NoError(t, err)
	pool := x509.NewCertPool()
	require.True(t, pool.AppendCertsFromPEM([]byte(readText(t, authority))))
	block, _ := pem.Decode([]byte(readText(t, config, "certs", "server.crt")))
	require.NotNil(t, block)
	server, err := x509.ParseCertificate(block.Bytes)
	require.NoError(t, err)
	_, err = tls.LoadX509KeyPair(filepath.Join(config, "certs", "server.crt"), filepath.Join(config, "certs", "server.key"))
	require.NoError(t, err)

	for name, row := range map[string]struct {
		host    string
		at      time.Time
		refused bool
	}{
		"by name":       {"localhost", start, false},
		"by address":    {"127.0.0.1", start, false},
		"by address 6":  {"::1", start, false},
		"another name":  {"example.test", start, true},
		"another day":   {"localhost", start.Add(31 * 24 * time.Hour), true},
		"before it was": {"localhost", start.Add(-2 * time.Hour), true},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := server.Verify(x509.VerifyOptions{DNSName: row.host, Roots: pool, CurrentTime: row.at})
			require.Equal(t, row.refused, err != nil, "%v", err)
		})
	}
}
